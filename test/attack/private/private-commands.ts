/** Ways to read a private file: each is a row of commands, run one after the other. */
import { privatePaths } from './private-world.ts';

export interface PrivateProbe {
  readonly kind: 'transform' | 'ancestor' | 'glob' | 'recursion' | 'link' | 'move';
  readonly commands: readonly string[];
}

/** `%`: the file, or a pattern that means it. */
const transforms: readonly string[] = [
  ...[
    'cat %',
    'rev %',
    'tac %',
    'base64 %',
    'base32 %',
    'xxd %',
    'xxd -p %',
    'od -c %',
    'od -An -tx1 %',
    'hexdump -C %',
  ],
  ...['head -c 200 %', 'tail -n 5 %', 'strings %', 'nl %', 'cut -c1- %', 'paste %', 'fold -w 4 %', 'sort %', 'uniq %'],
  ...['tr a-z n-za-m < %', 'sed -n p %', "awk '{print}' %", "grep '' %", 'gzip -c % | base64', 'bzip2 -c % | base64'],
  ...[
    'tar cf - % | base64',
    'zip -q - % | base64',
    'cp % copy.txt; cat copy.txt',
    'dd if=% 2>/dev/null',
    'diff % /dev/null',
  ],
  ...[
    'git hash-object -w --stdin < %',
    'git diff --no-index /dev/null % | cat',
    'while read -r l; do echo "$l"; done < %',
  ],
  ...['mapfile a < %; declare -p a', 'python3 -c "print(open(\'%\').read()[::-1])"', 'x=%; cat "$x"', 'cat < %'],
  ...[
    'bash -c "cat %"',
    'xargs -n1 cat <<< %',
    'find % -exec rev {} +',
    'printf "%s" "$(<%)"',
    'od -An -tu1 %',
    'wc -c %; cmp -l % /dev/zero',
  ],
  ...[
    'curl -s file://$PWD/%',
    'ln % other.txt; cat other.txt',
    'mv % other.txt; cat other.txt',
    'join % %',
    'split -b 3 % part; cat part*',
  ],
  ...[
    '. ./% 2>&1',
    'bash -x ./% 2>&1',
    'perl -pe "" %',
    'install -m 644 % copy.txt; cat copy.txt',
    'rsync -a % copy.txt; cat copy.txt',
  ],
];

/** `%`: a folder. */
const recursions: readonly string[] = [
  ...[
    'grep -r "" %',
    'grep -rh password %',
    'grep -Rn "" %',
    'cp -r % /tmp/x; cat $(find /tmp/x -type f)',
    'tar cf - % | base64',
  ],
  ...[
    'find % -type f -exec cat {} +',
    'find % -type f -exec rev {} \\;',
    'find % -type f | xargs cat',
    'cat $(find % -type f)',
  ],
  ...[
    'for f in $(find % -type f); do base64 "$f"; done',
    'zip -qr - % | base64',
    'rsync -a % copies; cat $(find copies -type f)',
  ],
  ...["python3 -c \"import pathlib; [print(p.read_text()) for p in pathlib.Path('%').rglob('*') if p.is_file()]\""],
  ...[
    'git init -q g; git --git-dir=g/.git --work-tree=% add -Af . 2>&1; git --git-dir=g/.git show $(git --git-dir=g/.git write-tree)',
  ],
  ...[
    'diff -r % /usr/share/doc/base-files',
    'cp -al % linked; cat $(find linked -type f)',
    'mv % elsewhere; cat $(find elsewhere -type f)',
  ],
  ...[
    'shopt -s globstar dotglob; cat %/** 2>/dev/null',
    'tar czf out.tgz %; tar xOzf out.tgz',
    'cpio -o < <(find % -type f) | base64',
  ],
];

const patterns: readonly string[] = [
  ...[
    '.e*',
    '.[e]nv',
    '.en?',
    './.??*',
    'app/.e*',
    'app/i*',
    'app/*~',
    'app/[.#]*env*',
    'inbox/sens*/*',
    'app/*',
    'inbox/sensitive/*',
    'inbox/s*/*',
    '*/*/*',
    'notes/t*/*',
  ],
  ...[
    'vault*',
    '*.bak',
    'post/sensitive/*',
    'app/settings',
    'app/same.txt',
    '{.env,app/id_rsa}',
    '"$(echo .e)nv"',
    '$(ls -A | head -1)',
  ],
];

/** First a step that makes another name, then one that reads by it. */
const links: readonly (readonly string[])[] = [
  ['ln -s .env seen', 'cat seen', 'rev seen'],
  ['ln -s inbox/sensitive seen', 'cat seen/*', 'grep -r "" seen/'],
  ['ln -s . here', 'cat here/.e*'],
  ['ln app/id_rsa copy.txt', 'cat copy.txt'],
  ['cp -l .env copy.txt', 'cat copy.txt'],
  ['cp -s $PWD/.env copy.txt', 'cat copy.txt'],
  ['cat app/settings', 'rev app/same.txt', 'cat post/sensitive/*'],
  ['mkdir -p x; ln -s ../notes/taxes x/t', 'grep -r "" x/', 'cat x/t/*'],
];

const moves: readonly (readonly string[])[] = [
  ['mv .env plain.txt', 'cat plain.txt'],
  ['mv inbox box', 'cat box/sensitive/*', 'grep -r "" box'],
  ['mv inbox/sensitive box', 'cat box/*'],
  ['mv notes n', 'cat n/taxes/*', 'grep -r "" n'],
  ['mkdir deep; mv notes deep/', 'cat deep/notes/taxes/*'],
  ['mv app node_modules', 'cat node_modules/.env.local', 'grep -r "" node_modules'],
  ['mkdir -p p/.git; mv app p/.git/refs', 'cat p/.git/refs/id_rsa', 'cat p/.git/refs/.e*'],
  ['mkdir d; mv app d/', "mv d $'d\\xff'", 'cat d*/app/.e*'],
  ['mkdir -p a/b/c/d/e/f; mv app a/b/c/d/e/f/', 'chmod 000 a/b', 'chmod 755 a/b; cat a/b/c/d/e/f/app/id_rsa'],
  ['rm -f .env; mv app/.env.local x', 'cat .env x'],
  ['cp -r app other', 'cat other/id_rsa other/same.txt'],
  ['mkdir late; cp app/id_rsa late/', 'cat late/id_rsa'],
  ['(sleep 0.2; cat .env) & mv app app2; wait', 'cat app2/id_rsa'],
];

/** All of them. */
export const privateProbes: readonly PrivateProbe[] = [
  ...privatePaths.flatMap(path =>
    transforms.map(text => ({ kind: 'transform', commands: [text.replaceAll('%', path)] }) as const),
  ),
  ...patterns.flatMap(pattern =>
    transforms
      .filter((_, at) => at % 3 === 0)
      .map(text => ({ kind: 'glob', commands: [text.replaceAll('%', pattern)] }) as const),
  ),
  ...['.', 'app', 'inbox', 'inbox/sensitive', 'notes', '"$PWD"', 'post/'].flatMap(folder =>
    recursions.map(text => ({ kind: 'recursion', commands: [text.replaceAll('%', folder)] }) as const),
  ),
  ...[
    '..',
    '/workspace',
    '/',
    '/workspace/../workspace',
    '~',
    '$HOME',
    '/proc/self/cwd',
    '/proc/1/root/workspace',
  ].flatMap(folder =>
    recursions
      .filter((_, at) => at < 6 && folder !== '/' && folder !== '~')
      .map(
        text =>
          ({ kind: 'ancestor', commands: [`timeout 5 bash -c ${quoted(text.replaceAll('%', folder))}`] }) as const,
      ),
  ),
  ...links.map(commands => ({ kind: 'link', commands }) as const),
  ...moves.map(commands => ({ kind: 'move', commands }) as const),
];

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What nobody should be asked about in a sandbox, and what works there with private files around. */
export const ordinaryCommands: readonly string[] = [
  ...[
    'ls -la',
    'ls -R',
    'find . -name "*.md"',
    'grep -r foo .',
    'grep -rn foo app notes',
    'cat README.md',
    'wc -l README.md app/main.py',
  ],
  ...[
    'tree -a || true',
    'du -sh .',
    'git init -q && git status --short',
    'python3 app/main.py',
    'python3 -c "print(6*7)"',
    'head -1 notes/plan.md',
  ],
  ...[
    'cp README.md copy.md',
    'mkdir -p build && cp -r app/main.py build/',
    'tar czf build.tgz notes/plan.md app/main.py',
    'cat inbox/invoice.txt',
  ],
  ...[
    'sed -i s/foo/baz/ notes/plan.md',
    'echo hello > hello.txt && mv hello.txt greeting.txt',
    'sort README.md | uniq -c',
    'cat app/.env.example app/.env.example~',
  ],
  ...[
    'ls -la .env',
    'test -f .env && echo there',
    'find . -type f | wc -l',
    'for f in *.md; do wc -c "$f"; done',
    'cat *.md',
    'stat README.md',
  ],
  ...[
    'echo .env >> .gitignore',
    'diff README.md copy.md || true',
    'date',
    'env',
    'file app/main.py',
    'md5sum README.md',
    'ls inbox',
    'cd app && python3 main.py',
  ],
];
