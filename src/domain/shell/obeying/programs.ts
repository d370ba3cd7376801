/**
 * Which operands of a program are executed, or read as a list of what is to be done: the table.
 *
 * A program that is not in it and that nobody has reviewed may do either with each file it is given, and may load more
 * that nobody names.
 */
import type { Finding } from '../../policy/finding.ts';
import { isUnclear, mayBeOption } from '../grammar/unknown.ts';
import type { Ground } from '../programs/ground.ts';
import { git } from './git.ts';
import { interpreterTable } from './interpreters.ts';
import { obeys, obeysHome, obeysUnknown } from './obeyed.ts';
import { isOption, named, operandsOf, valuesOf } from './operands.ts';
import { isPlainProgram } from './plain-programs.ts';
import { make, npm, pip } from './projects.ts';
import type { Obeying } from './rule.ts';
import { ed, editor, psql, sqlite } from './texts.ts';

const lists = { how: 'lists' } as const;

/** They load modules, plug-ins and settings of the project by names of their own. */
const project: Obeying = (_, { cwd }, name) => [obeysUnknown(`the project’s own code, which ${name} starts`, cwd)];

const xargs: Obeying = named(lists, 'a', '--arg-file');

const parallel: Obeying = (args, { cwd }) => [
  obeysHome('.parallel/config', cwd, { isAbsent: true }),
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
    ...(dashed.some(arg => /^--(to-c|use|checkpoint-a|rsh|rmt|info-s|new-v)|^-[a-zA-Z]*[FI]/.test(arg))
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

const rsync: Obeying = (args, ground, name) => [
  ...named(lists, '', '--files-from', '--include-from', '--exclude-from')(args, ground, name),
  ...(args.some(arg => /^-[a-zA-Z]*e|^--(rsh|rsync-path|daemon|config)/.test(arg))
    ? [obeysUnknown(`what ${name} is told to start`, ground.cwd)]
    : []),
];

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

const unknownOf =
  (what: (name: string) => string): Obeying =>
  (_, { cwd }, name) => [obeysUnknown(what(name), cwd)];

const table: Readonly<Record<string, Obeying>> = {
  ...interpreterTable,
  sqlite3: sqlite,
  psql,
  ed,
  'vim vi nvim ex nano emacs view gdb lldb mysql mongosh': editor,
  xargs,
  parallel,
  'tar gtar bsdtar': tar,
  '7z 7za 7zr': (args, { cwd }) =>
    args.flatMap(arg => (/^-[ix]?.*@|^@/.test(arg) ? [obeys(arg.slice(arg.indexOf('@') + 1), cwd, lists)] : [])),
  rsync,
  'wget wget2 aria2c': named(lists, 'i', '--input-file'),
  curl: named(lists, 'K', '--config'),
  'pip pip3': pip,
  patch,
  'make gmake': make,
  'npm pnpm yarn bun': npm,
  'npx bunx pnpx uvx pipx dlx': unknownOf(name => `what ${name} brings in`),
  'cargo go dotnet gradle gradlew mvn sbt mix rake swift zig bazel': project,
  'pytest py.test jest vitest mocha ava tap tsc eslint stylelint prettier ruff pylint phpunit rspec ctest tox nox':
    project,
  'poetry pipenv uv rye hatch bundle pdm': unknownOf(name => `the surroundings that ${name} prepares`),
  'jq yq xq tomlq': (args, { cwd }) => [
    obeysHome('.jq', cwd, { isAbsent: true }),
    ...valuesOf(args, 'f', '--from-file').map(file => obeys(file, cwd, { written: 'script' })),
    ...(args.some(arg => /^-L|^--library-path|\b(import|include|system|eval)\b/.test(arg))
      ? [obeysUnknown('what its program includes', cwd)]
      : []),
  ],
  git,
  crontab: (args, { cwd }) =>
    operandsOf(args, /^-u$/)
      .filter(file => file !== '-')
      .map(file => obeys(file, cwd, lists)),
  'at batch': (args, ground, name) => [
    ...named(lists, 'f')(args, ground, name),
    obeysUnknown(`what ${name} starts later`, ground.cwd),
  ],
  openssl: ([verb = '', ...args], { cwd }, name) =>
    /^(version|rand|dgst|enc|base64|md5|sha\d+|passwd|help)$/.test(verb) &&
    !args.some(arg => /^--?(config|engine|provider\w*|keyform|cert\w*)/.test(arg))
      ? []
      : [obeysUnknown(`what ${name} ${verb} loads`.slice(0, 120), cwd)],
  'docker podman nerdctl docker-compose podman-compose': (args, { cwd }, name) =>
    /^(ps|images|logs|version|info|stats|top|port|history)$/.test(args[0] ?? '')
      ? []
      : [obeysUnknown(`what ${name} builds or starts`, cwd)],
};

const obeying = new Map(
  Object.entries(table).flatMap(([names, rule]) => names.split(' ').map(name => [name, rule] as const)),
);

/**
 * The files that decide what `name` comes to with these words. `known`: by its path, and is itself obeyed; by a rule that
 * says what it does; or by nothing.
 */
export function obeyedFindings(
  name: string,
  args: readonly string[],
  ground: Ground,
  known: 'path' | 'rule' | 'nothing',
): readonly Finding[] {
  const rule = obeying.get(name);
  if (rule !== undefined) {
    // a word that only the run will show may be any option
    const open = args.find(arg => mayBeOption(arg) || /^[*?[]/.test(arg));
    const isOpen = open !== undefined && optionsCount.test(name) && !args.slice(0, args.indexOf(open)).includes('--');
    return [
      ...rule(args, ground, name),
      ...(isOpen ? [obeysUnknown(`what ${name} is told by a word that only the run will show`, ground.cwd)] : []),
    ];
  }
  if (known === 'path' || isPlainProgram(name, args)) return [];
  const given = known === 'nothing' ? mayRun(args, ground, name) : [];
  return [...given, obeysUnknown(`what ${name} loads or starts`.slice(0, 120), ground.cwd)];
}

/** Their options count wherever they stand. */
const optionsCount = /^([gb]?s?d?tar|7z[ar]?|rsync|sqlite3|psql|git|patch|g?sed|parallel)$/;
