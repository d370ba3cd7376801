import assert from 'node:assert/strict';
import { test } from 'node:test';
import { obeyedIn } from '../../../../src/domain/policy/one-command.ts';

/** Can all that a command runs be told from its words? Files that are named are looked into by somebody else. */
const isTold = (command: string) => obeyedIn(command).every(({ path }) => path !== undefined);
const pathsOf = (command: string) =>
  obeyedIn(command).flatMap(({ path, folder }) => (path === undefined || folder !== undefined ? [] : [path]));

const told = [
  'sh build.sh',
  'bash -eu build.sh',
  'python3 main.py',
  'python3 -u -W error main.py a b',
  'python3 -c "print(1)"',
  'python3 -m json.tool data.json',
  'node x.js',
  'node --no-warnings x.js',
  'node --check x.js',
  'node -r ./pre.js x.js',
  'node -p "1 + 1"',
  'npm test',
  'npm run build --silent',
  'make',
  'make all -j4',
  'make -C sub',
  "perl -pi -e 's/a/b/g' notes",
  "perl -lane 'print $F[0]' notes",
  'ruby x.rb',
  'lua x.lua',
  "awk '{print $1}' data",
  "sed -i 's/a/b/' notes",
  "sqlite3 data.db 'select 1'",
  'git status',
  'git -C sub commit -m x',
  'gcc -o a a.c',
  'tar czf a.tgz folder',
  'rsync -a a/ b/',
  'cp a b && mv c d',
  'find . -name x -exec sh x.sh {} \\;',
  'pandoc a.md -o a.html',
  'jq .a data.json',
];

const untold = [
  // code among the words
  'python3 -c "exec(open(\'a.py\').read())"',
  'python3 -c "import importlib"',
  'node -e "eval(x)"',
  'node -e "require(name)"',
  'perl -MFoo -e 1',
  'perl -e \'do "./x.pl"\'',
  'perl -e \'require "./x.pl"\'',
  'perl -Ilib main.pl',
  'ruby -r./x main.rb',
  'ruby -e \'require_relative "x"\'',
  'php -r \'include "x.php";\'',
  'lua -l x main.lua',
  'lua -e \'dofile("x.lua")\'',
  'gawk \'@include "x.awk"\'',
  'awk \'BEGIN { system("./x") }\'',
  'awk \'BEGIN { while (("./x" | getline) > 0) print }\'',
  "sed '1e ./x' notes",
  "sqlite3 data.db '.shell ./x'",
  "sqlite3 data.db '.read x'",
  'sqlite3 data.db "select load_extension(\'./x\')"',
  "vi -c ':!./x'",
  'R -f x.R',
  'tclsh x.tcl',
  // options that the table does not have
  'node --title foo x.js',
  'node --conditions dev x.js',
  'node --run build',
  'node --env-file=e x.js',
  'python3 --check-hash-based-pycs always x.py',
  'python3 -X pycache_prefix=c x.py',
  'python3 -E x.py',
  'python3 -m mod',
  'ruby -C sub x.rb',
  'php -c ini x.php',
  'php -d auto_prepend_file=x.php main.php',
  'deno run -c cfg x.ts',
  'deno task build',
  'tsx --tsconfig t.json x.ts',
  'npm --loglevel error test',
  'make --eval "include x"',
  'make CC=./x',
  'gcc @options',
  'gcc -fplugin=./x.so a.c',
  'install -s --strip-program=./x a b',
  "strace -o '|./x' ls",
  'ip -b file',
  'tar czf a.tgz *',
  'tar --to-command=./x xf a.tar',
  'rsync -e ./x a b',
  // another folder
  'env -C sub sh ./x.sh',
  'env -i python3 x.py',
  'unshare --wd=sub sh x.sh',
  'systemd-run --working-directory=sub sh x.sh',
  'find . -execdir sh x.sh \\;',
  'exec -c python3 x.py',
  // the project's own code and tasks
  ...'ninja,just,task,scons,yarn,pnpm build,bun run x.ts,pre-commit run,terraform apply,cargo build,pytest'.split(','),
  ...'pip install .,pip install -e .,pip wheel .,yarn --version,hugo,hg status'.split(','),
  'pandoc --lua-filter x.lua a.md',
  'openssl req -config x',
  'enable -f ./x.so x',
  'complete -C ./x y',
  'eval "sh x.sh"',
  'mapfile -C ./x -c 1 a',
  // git
  'git lg',
  'git grep -O./x foo',
  'git -c alias.x=!y x',
  'git diff --ext-diff',
  'git rebase -x ./x main',
  'git push ../other',
  'git commit',
  'git commit --amend',
  'git bisect run sh x.sh',
  'git help -w x',
  // variables
  'PYTHONPATH=lib python3 main.py',
  'NODE_OPTIONS=x node x.js',
  'unset PYTHONNOUSERSITE; python3 x.py',
  'export -n PYTHONNOUSERSITE; python3 x.py',
  'declare +x PYTHONNOUSERSITE; python3 x.py',
];

for (const command of told)
  test(`given the command ${JSON.stringify(command)}, when what it runs is asked for, then its words tell all of it`, () =>
    assert.ok(isTold(command), JSON.stringify(obeyedIn(command))));

for (const command of untold)
  test(`given the command ${JSON.stringify(command)}, when what it runs is asked for, then that is not known`, () =>
    assert.ok(!isTold(command), JSON.stringify(obeyedIn(command))));

test('given code among the words, when it names modules, then their files are named as those of a script would be', () => {
  assert.ok(pathsOf("python3 -c 'import mod'").includes('mod.py'));
  assert.ok(pathsOf('cd sub && python3 -Bc "import mod"').includes('sub/mod.py'));
  assert.ok(pathsOf('python3 - <<E\nimport mod\nE').includes('mod.py'));
  assert.ok(pathsOf(`node -e 'require("./x.js")'`).includes('x.js'));
});

test('given several -C of make, when what it runs is asked for, then each begins where the one before has led', () =>
  assert.ok(pathsOf('make -C sub -C b').includes('sub/b/Makefile')));

test('given a login shell, when what it runs is asked for, then the files of the home count', () =>
  assert.deepEqual(pathsOf('bash -l x.sh'), ['.bash_profile', '.bash_login', '.profile', 'x.sh']));

test('given a program that is fed its text, when that is a file, then it is read in the language of the program', () => {
  const [file] = obeyedIn('python3 < a');
  assert.equal(file?.written, 'python');
  assert.equal(obeyedIn('cat a | python3').find(({ path }) => path === 'a')?.written, 'python');
});
