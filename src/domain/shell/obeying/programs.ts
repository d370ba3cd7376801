/**
 * Which operands of a program are executed, or read as a list of what is to be done: the table.
 *
 * A program that is not in it and that nobody has reviewed may do either with each file it is given.
 */
import type { Finding } from '../../policy/finding.ts';
import { isUnclear } from '../grammar/unknown.ts';
import type { Ground } from '../programs/ground.ts';
import { obeys, obeysUnknown } from './obeyed.ts';
import type { Obeyed } from './obeyed-file.ts';

type Obeying = (args: readonly string[], ground: Ground, name: string) => readonly Finding[];

const isOption = (arg: string) => /^[-+]./.test(arg);

/** Words that are no options, where an option of that form takes the next word with it. */
function operandsOf(args: readonly string[], values: RegExp = /^$/): readonly string[] {
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') return [...operands, ...args.slice(at + 1)];
    if (values.test(arg)) at++;
    else if (!isOption(arg)) operands.push(arg);
  }
  return operands;
}

/** What stands behind an option: in the next word, after `=`, or joined to its letter. */
function valuesOf(args: readonly string[], letters: string, ...long: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    const next = args[at + 1] ?? '';
    const name = long.find(one => arg === one || (arg.startsWith('--') && arg.length > 4 && one.startsWith(arg)));
    if (name !== undefined) return [next];
    const given = /^(--?[a-z][\w-]*)=(.*)$/s.exec(arg);
    if (given !== null)
      return long.some(one => one === given[1] || one.startsWith(given[1] ?? ' ')) ? [given[2] ?? ''] : [];
    if (letters === '' || !/^-[^-]/.test(arg)) return [];
    const letter = [...arg].findIndex((char, index) => index > 0 && letters.includes(char));
    if (letter < 0) return [];
    return [letter + 1 < arg.length ? arg.slice(letter + 1) : next];
  });
}

/** The files behind such options; `-` is the standard input. */
function named(kind: Partial<Pick<Obeyed, 'how' | 'written'>>, letters: string, ...long: readonly string[]): Obeying {
  return (args, { cwd }) =>
    valuesOf(args, letters, ...long).flatMap(file => (file === '-' ? [] : [obeys(file, cwd, kind)]));
}

const lists = { how: 'lists' } as const;

const shell: Obeying = (args, { cwd }, name) => {
  const started = valuesOf(args, '', '--rcfile', '--init-file').map(file => obeys(file, cwd, { written: 'shell' }));
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (/^[-+][a-zA-Z]*c[a-zA-Z]*$|^-Command$|^\/c$/.test(arg)) return started;
    if (/^(--rcfile|--init-file)$|^[-+]\w*[oO]$/.test(arg)) at++;
    else if (arg === '-' || /^-[a-z]*s[a-z]*$/.test(arg)) return started;
    else if (!isOption(arg))
      return [...started, obeys(arg, cwd, /^(pwsh|powershell|cmd|fish|t?csh)/.test(name) ? {} : { written: 'shell' })];
  }
  return started;
};

/** The first word is a program; what is imported along with it is read out of it. */
function interpreter(code: RegExp, values: RegExp, written?: Obeyed['written']): Obeying {
  return (args, { cwd }, name) => {
    const loaded =
      name === 'node' || name === 'nodejs' ? valuesOf(args, 'r', '--require', '--import', '--env-file') : [];
    const found = loaded.map(file => obeys(file, cwd, written === undefined ? {} : { written }));
    for (let at = 0; at < args.length; at++) {
      const arg = args[at] ?? '';
      if (code.test(arg) || arg === '-' || arg === '/dev/stdin') return found;
      if (arg === '--test') return [...found, obeysUnknown('the tests of the project', cwd)];
      if (/^-[a-zA-Z]*m$/.test(arg) && written === 'python') return [...found, ...ofModule(args.slice(at), cwd)];
      if (values.test(arg)) at++;
      else if (!isOption(arg)) return [...found, obeys(arg, cwd, written === undefined ? {} : { written })];
    }
    return found;
  };
}

/** A folder of modules is more than anybody looks through beforehand. */
function ofModule([, module = '', ...args]: readonly string[], cwd: string): readonly Finding[] {
  if (/^(json\.tool|calendar|this)$/.test(module)) return [];
  if (module === 'pip') return valuesOf(args, 'rc', '--requirement').map(file => obeys(file, cwd, lists));
  return [obeysUnknown(`the module ${module.slice(0, 60)}`, cwd)];
}

/** The names a program looks for in its folder and in those above. */
function around(names: readonly string[], cwd: string, kind: Partial<Obeyed>): readonly Finding[] {
  const parts = cwd.split('/').filter(part => part !== '' && part !== '.');
  if (cwd.startsWith('/') || parts.includes('..') || isUnclear(cwd))
    return names.map(name => obeys(name, cwd, { ...kind, isOptional: true }));
  return ['.', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))].flatMap(folder =>
    names.map(name => {
      const { obeys: found, ...rest } = obeys(name, folder, { ...kind, isOptional: true });
      return found === undefined ? rest : { ...rest, obeys: { ...found, cwd } };
    }),
  );
}

const make: Obeying = (args, { cwd }) => {
  const folder = valuesOf(args, 'C', '--directory').at(-1);
  const at = folder === undefined ? cwd : folder.startsWith('/') ? folder : `${cwd}/${folder}`;
  const files = valuesOf(args, 'f', '--file', '--makefile').filter(file => file !== '-');
  if (args.some(arg => /^--eval|^-[^-]*[IE]|^--include-dir/.test(arg)))
    return [obeysUnknown('what its options name', cwd)];
  if (files.length > 0) return files.map(file => obeys(file, at, { written: 'make' }));
  return ['GNUmakefile', 'makefile', 'Makefile'].map(name => obeys(name, at, { written: 'make', isOptional: true }));
};

const npm: Obeying = (args, { cwd }, name) => {
  const [verb = '', script = ''] = operandsOf(args, /^(--prefix|-C|--dir|--cwd|-w|--workspace|--filter|-F)$/);
  if (args.some(arg => /^(--prefix|-C|--dir|--cwd|-w|--workspace|--filter|-F|-r|--recursive)(=|$)/.test(arg)))
    return [obeysUnknown('the scripts of another package', cwd)];
  const runs = /^(run|run-script|rum|urn)$/.test(verb)
    ? script
    : /^(test|t|tst|start|stop|restart)$/.test(verb)
      ? verb.replace(/^ts?t?$/, 'test')
      : /^(install|i|ci|add|update|up|upgrade|rebuild|publish|pack|exec|x|dlx|create|init)$/.test(verb)
        ? undefined
        : name === 'npm'
          ? ''
          : verb;
  if (runs === '') return [];
  if (runs === undefined) return [obeysUnknown(`what ${name} ${verb} brings in`, cwd)];
  return [
    ...around(['package.json'], cwd, { written: 'npm', scripts: [`pre${runs}`, runs, `post${runs}`] }),
    ...around(['.npmrc', 'node_modules/.bin'], cwd, {}),
  ];
};

/** They load modules, plug-ins and settings of the project by names of their own. */
const project: Obeying = (_, { cwd }, name) => [obeysUnknown(`the project’s own code, which ${name} starts`, cwd)];

const hooks =
  'applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit pre-rebase post-checkout post-merge pre-push post-rewrite pre-auto-gc reference-transaction'
    .split(' ')
    .map(name => `.git/hooks/${name}`);

const plainSetting = /^(user\.(name|email)|color\.\w+|core\.quotepath|advice\.\w+|init\.defaultBranch)=/i;

const git: Obeying = (args, { cwd }) => {
  let at = 0;
  let folder = cwd;
  const found: Finding[] = [];
  for (; at < args.length && isOption(args[at] ?? ''); at++)
    if (args[at] === '-c') {
      if (!plainSetting.test(args[++at] ?? '')) found.push(obeysUnknown('what git -c names', cwd));
    } else if (/^(--git-dir|--work-tree|--namespace)$/.test(args[at] ?? '')) at++;
    else if (args[at] === '-C') {
      const to = args[++at] ?? '';
      folder = to.startsWith('/') ? to : `${folder}/${to}`;
    }
  const [verb = '', ...rest] = args.slice(at);
  if (/^(apply|am)$/.test(verb))
    found.push(
      ...operandsOf(rest, /^(-p|-C|--directory|--exclude|--include|--whitespace)$/).map(file =>
        obeys(file, folder, lists),
      ),
    );
  for (const file of valuesOf(rest, '', '--pathspec-from-file'))
    if (file !== '-') found.push(obeys(file, folder, lists));
  if (verb === 'bisect' && rest[0] === 'run' && rest[1] !== undefined) found.push(obeys(rest[1], folder));
  if (/^(submodule|lfs|filter-branch|difftool|mergetool)$/.test(verb))
    found.push(obeysUnknown(`what git ${verb} starts`, cwd));
  if (/^(commit|merge|pull|push|rebase|am|cherry-pick|revert|checkout|switch|fetch|clone|gc)$/.test(verb))
    found.push(...around([...hooks, '.git/config'], folder, {}));
  return found;
};

const editor: Obeying = (args, { cwd }, name) => {
  if (name === 'psql') return named({ how: 'runs' }, 'f', '--file')(args, { cwd } as Ground, name);
  const files =
    name === 'sqlite3'
      ? valuesOf(args, '', '-init')
      : name === 'emacs'
        ? valuesOf(args, 'l', '--load', '--script')
        : name === 'gdb' || name === 'lldb'
          ? valuesOf(args, name === 'gdb' ? 'x' : 's', '--command', '--source', '-x')
          : valuesOf(args, 'sSu');
  const read = args.flatMap(arg =>
    [...arg.matchAll(/(?:^|\s)(?:\.read|\\i|\\ir|source|:so\w*)\s+(\S+)/g)].map(one => one[1] ?? ''),
  );
  return [...files, ...read].map(file => obeys(file, cwd));
};

const xargs: Obeying = named(lists, 'a', '--arg-file');

const parallel: Obeying = (args, { cwd }) => [
  ...valuesOf(args, 'a', '--arg-file').map(file => obeys(file, cwd, lists)),
  ...args.flatMap((arg, at) => {
    if (!/^::::\+?$/.test(arg)) return [];
    const end = args.findIndex((other, index) => index > at && other.startsWith(':::'));
    return args.slice(at + 1, end < 0 ? undefined : end).map(file => obeys(file, cwd, lists));
  }),
];

const tar: Obeying = (args, ground, name) => {
  const dashed = args[0] !== undefined && /^[a-zA-Z]+$/.test(args[0]) ? [`-${args[0]}`, ...args.slice(1)] : args;
  // `-czTf list out.tgz`: values follow in the order of their letters
  const bundle = dashed.flatMap((arg, at) => {
    if (!/^-[a-zA-Z]{2,}$/.test(arg) || !/[TX]/.test(arg)) return [];
    const taking = [...arg.slice(1)].filter(letter => 'fTXCbHVKN'.includes(letter));
    return taking.flatMap((letter, index) => ('TX'.includes(letter) ? [dashed[at + 1 + index] ?? ''] : []));
  });
  const single = dashed.filter(arg => !/^-[a-zA-Z]{2,}$/.test(arg) || !/[TX]/.test(arg));
  return [
    ...bundle.map(file => obeys(file, ground.cwd, lists)),
    ...named(lists, 'TX', '--files-from', '--exclude-from')(single, ground, name),
    ...(dashed.some(arg => /^--(to-command|use-compress|checkpoint-action|rsh|rmt|info-script|new-volume)/.test(arg))
      ? [obeysUnknown('the program that tar is told to start', ground.cwd)]
      : []),
  ];
};

const patch: Obeying = (args, { cwd }) => {
  const [, second] = operandsOf(args, /^-[pidorBDFYzVg]$|^--(input|strip|directory|output)$/);
  return [...valuesOf(args, 'i', '--input'), ...(second === undefined ? [] : [second])].map(file =>
    obeys(file, cwd, lists),
  );
};

const awk: Obeying = named({ how: 'runs' }, 'fEi', '--file', '--exec', '--include');

const sourced: Obeying = ([file = ''], { cwd }) => [obeys(file, cwd, { written: 'shell' })];

/** Whatever stands there may be a file it executes. */
const mayRun: Obeying = (args, { cwd }) =>
  args.flatMap(arg => {
    const word = isOption(arg) ? arg.slice(arg.indexOf('=') + 1) : arg;
    return isOption(arg) && !arg.includes('=')
      ? []
      : isUnclear(word)
        ? []
        : [obeys(word, cwd, { how: 'lists', isOptional: true })];
  });

const table: Readonly<Record<string, Obeying>> = {
  'sh bash zsh dash ash ksh mksh pdksh fish csh tcsh rbash pwsh powershell cmd.exe cmd': shell,
  'source .': sourced,
  'python python2 python3 pypy pypy3 ipython': interpreter(/^-[a-zA-Z]*c$/, /^-[WX]$/, 'python'),
  'node nodejs': interpreter(
    /^(-e|-p|-pe|-c|--check|--eval(=.*)?|--print(=.*)?)$/,
    /^(-r|--require|--import|-C|--env-file|--loader|--experimental-loader)$/,
    'node',
  ),
  'deno tsx ts-node': (args, { cwd }) => {
    const file = operandsOf(args).find(word => !/^(run|test|watch)$/.test(word));
    return file === undefined ? [] : [obeys(file, cwd, { written: 'node' })];
  },
  'perl ruby': interpreter(/^-[a-zA-Z0-9]*[eE]$/, /^-[IrMm]$/),
  'php lua luajit R Rscript julia tclsh osascript guile gjs': (args, ground, name) => [
    ...(name === 'php' ? valuesOf(args, 'f', '--file').map(file => obeys(file, ground.cwd)) : []),
    ...interpreter(/^-[a-zA-Z]*[reE]$/, /^-f$/)(args, ground, name),
  ],
  'awk gawk mawk nawk': awk,
  'sed gsed': named({ how: 'runs' }, 'f', '--file'),
  'vim vi nvim ex ed nano emacs view gdb lldb psql sqlite3 mysql mongosh': editor,
  xargs,
  parallel,
  'tar gtar bsdtar': tar,
  '7z 7za 7zr': (args, { cwd }) =>
    args.flatMap(arg => (/^-[ix]?.*@|^@/.test(arg) ? [obeys(arg.slice(arg.indexOf('@') + 1), cwd, lists)] : [])),
  rsync: named(lists, '', '--files-from', '--include-from', '--exclude-from'),
  'wget wget2 aria2c': named(lists, 'i', '--input-file'),
  curl: named(lists, 'K', '--config'),
  'pip pip3': named(lists, 'rc', '--requirement', '--constraint'),
  patch,
  'make gmake': make,
  'npm pnpm yarn bun': npm,
  'npx bunx pnpx uvx pipx dlx': (_, { cwd }, name) => [obeysUnknown(`what ${name} brings in`, cwd)],
  'cargo go dotnet gradle gradlew mvn sbt mix rake swift zig bazel': project,
  'pytest py.test jest vitest mocha ava tap tsc eslint stylelint prettier ruff pylint phpunit rspec ctest tox nox':
    project,
  'poetry pipenv uv rye hatch bundle pdm': (_, { cwd }, name) => [
    obeysUnknown(`the surroundings that ${name} prepares`, cwd),
  ],
  git,
  crontab: (args, { cwd }) =>
    operandsOf(args, /^-u$/)
      .filter(file => file !== '-')
      .map(file => obeys(file, cwd, lists)),
  'at batch': named(lists, 'f'),
  'docker podman nerdctl docker-compose podman-compose': (args, { cwd }, name) =>
    args.some(arg => /^(build|buildx|compose|up|run|exec|stack|start)$/.test(arg)) || name.includes('-')
      ? [obeysUnknown(`what ${name} builds or starts`, cwd)]
      : [],
};

const obeying = new Map(
  Object.entries(table).flatMap(([names, rule]) => names.split(' ').map(name => [name, rule] as const)),
);

/** The files that decide what `name` comes to with these words. `isKnown`: there is a rule for the program. */
export function obeyedFindings(
  name: string,
  args: readonly string[],
  ground: Ground,
  isKnown: boolean,
): readonly Finding[] {
  const rule = obeying.get(name);
  if (rule !== undefined) return rule(args, ground, name);
  return isKnown ? [] : mayRun(args, ground, name);
}

/**
 * Does this command do what its standard input says: as a program, or as a list? A word before it may be a wrapper's.
 */
export function obeysInput(words: readonly string[]): Obeyed['how'] | undefined {
  const at = words.slice(0, 8).findIndex((_, index) => inputOf(words.slice(index)) !== undefined);
  return at < 0 ? undefined : inputOf(words.slice(at));
}

const interpreters =
  /^((ba|z|da|a|k|mk|rba|fi|tc|c)?sh|pwsh|python[23]?|pypy3?|node|nodejs|perl|ruby|php|lua|tclsh|osascript|R|Rscript)$/;

function inputOf([first = '', ...args]: readonly string[]): Obeyed['how'] | undefined {
  const name = first.slice(first.lastIndexOf('/') + 1);
  if (interpreters.test(name)) {
    if (args.some(arg => /^[-+][a-zA-Z]*[crp]$|^-\w*E$|^--(eval|print)/.test(arg))) return undefined;
    if (/^(perl|ruby|node|nodejs|php)$/.test(name) && args.some(arg => /^-\w*e$/.test(arg))) return undefined;
    const isOwn =
      operandsOf(args).every(arg => arg.startsWith('/dev/')) || args.some(arg => /^-[a-z]*s[a-z]*$/.test(arg));
    return isOwn ? 'runs' : undefined;
  }
  if (/^(at|batch|ed|ex|psql|mysql|sqlite3|bc|dc)$/.test(name)) return 'runs';
  return isListed(name, args) ? 'lists' : undefined;
}

function isListed(name: string, args: readonly string[]): boolean {
  if (/^(read|mapfile|readarray|cpio|pax|patch)$/.test(name)) return true;
  if (name === 'xargs') return valuesOf(args, 'a', '--arg-file').length === 0;
  if (name === 'parallel') return !args.some(arg => arg.startsWith(':::'));
  if (/^(tar|gtar|bsdtar|rsync|wget2?|crontab|[gmn]?awk|g?sed|g?make|kubectl)$/.test(name))
    return args.some(arg => arg === '-' || /^--?[\w-]+=-$|^-[TXifK]-$/.test(arg));
  if (name === 'git')
    return /^(apply|am|update-index|update-ref|fast-import|mktree)$/.test(operandsOf(args, /^-[cC]$/)[0] ?? '');
  if (name === 'zip') return args.some(arg => arg.includes('@'));
  return /^(docker|podman|nerdctl)$/.test(name) && args.includes('-');
}
