/**
 * Programs that run the program named in their arguments: they count as what they run.
 *
 * Where an option of one is not known, nobody knows where that program's name begins: then it is asked about, and every
 * word is tried.
 */

import { asks, asksDirectly, type Finding, leaves, refused } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { isUnclear, unknown as notKnown } from '../grammar/unknown.ts';
import { elsewhere, obeysUnknown } from '../obeying/obeyed.ts';
import { lookFindings, readFindings, shown, writeFindings } from '../paths.ts';
import { variableFindings } from '../variables/variables.ts';
import { type Ground, type Rule, rulesFor } from './ground.ts';
import { type OptionList, optionTable, readArguments } from './options.ts';

interface Wrapper extends OptionList {
  /** So many words come before the program. */
  readonly skip?: number;
  /** Options whose value is a text for a shell. */
  readonly texts?: readonly string[];
  /** Its words are joined to a text for a shell. */
  readonly joins?: boolean;
  /** Options whose value is a file it writes. */
  readonly output?: readonly string[];
  /** The word before the program is a file it writes. */
  readonly writes?: true;
  /** Options with which it changes what runs already. */
  readonly changes?: readonly string[];
  /** Why it is asked about whatever it runs. */
  readonly reason?: string;
}

function wrapper(spec: Wrapper): Rule {
  const table = optionTable({ ...spec, endsAtOperand: true });
  const { skip = 0, texts = [], output = [], changes = [], joins, reason, writes } = spec;
  return (args, ground, name) => {
    const { options, unknown, operands } = readArguments(args, table);
    const inner = operands.slice(skip);
    const found: Finding[] = reason === undefined ? [] : [asks(reason)];
    for (const { name: option, value = '' } of options) {
      if (texts.includes(option)) found.push(...ground.text(value));
      if (output.includes(option)) found.push(...writeFindings(value, ground.cwd));
      if (changes.includes(option)) found.push(asks(says`${name} changes how a running program runs.`, 'high'));
    }
    if (writes && operands[0] !== undefined) found.push(...writeFindings(operands[0], ground.cwd));
    if (unknown.length > 0)
      found.push(asks(says`${name} ${shown(unknown[0] ?? '')}: this option is not known.`), ...tried(args, ground));
    const ran = inner.length === 0 ? [] : joins ? ground.text(inner.join(' ')) : ground.words(inner);
    // `exec -c` takes away the variables that keep an interpreter from the home
    const isBare = name === 'exec' && options.some(option => option.name === '-c');
    return [...found, ...(unknown.length > 0 || isBare ? guessed(ran, name, ground) : ran)];
  };
}

/** What it runs by the words that would be left: in which folder that is, or whether it runs at all, nobody knows. */
function guessed(found: readonly Finding[], name: string, { cwd }: Ground): readonly Finding[] {
  return [...elsewhere(found), obeysUnknown(`what ${name} starts`, cwd)];
}

/** Wherever the program's name may stand: only what is refused counts. */
function tried(args: readonly string[], ground: Ground): readonly Finding[] {
  return args
    .slice(0, 8)
    .flatMap((arg, at) => (arg.startsWith('-') ? [] : ground.words(args.slice(at, at + 64))))
    .filter(({ level }) => level === 3);
}

const env: Rule = (args, ground) => {
  const { options, unknown, operands } = readArguments(
    args.filter(arg => arg !== '-'),
    envOptions,
  );
  const found: Finding[] = [];
  const program = operands.findIndex(word => !/^[^=]+=/.test(word));
  // what follows stands there too: the folder of the rest is known no better than that
  const folder = options.findLast(({ name }) => name === '-C' || name === '--chdir')?.value;
  if (folder !== undefined)
    found.push(...lookFindings(folder, ground.cwd), asksDirectly(says`env runs it in the folder ${shown(folder)}.`));
  for (const word of program < 0 ? operands : operands.slice(0, program)) {
    const [name = '', ...value] = word.split('=');
    found.push(...variableFindings(name, value.join('='), ground));
  }
  for (const { name, value = '' } of options)
    if (name === '-S' || name === '--split-string')
      found.push(...elsewhere(ground.text([value, ...operands].join(' '))));
  if (unknown.length > 0)
    found.push(asks(says`env ${shown(unknown[0] ?? '')}: this option is not known.`), ...tried(args, ground));
  const isSplit = options.some(({ name }) => name === '-S' || name === '--split-string');
  const ran = program >= 0 && !isSplit ? ground.words(operands.slice(program)) : [];
  // without the variables that keep an interpreter from the home, or in a folder of its own
  const isOther = options.some(({ name }) => /^(-i|-u|-C|--ignore-environment|--unset|--chdir)$/.test(name));
  const isBare = args.includes('-') || isOther || unknown.length > 0;
  return [...found, ...(isBare ? guessed(ran, 'env', ground) : ran)];
};
const envOptions = optionTable({
  flags: 'i0v',
  values: 'uCS',
  long: 'ignore-environment null debug help version',
  longValues: 'unset chdir split-string',
  endsAtOperand: true,
});

const xargs: Rule = (args, ground) => {
  const { options, unknown, operands } = readArguments(args, xargsOptions);
  const mark = options.find(({ name }) => name === '-I' || name === '--replace')?.value;
  const found: Finding[] = options.flatMap(({ name, value }) =>
    /^(-a|--arg-file)$/.test(name) && value ? readFindings(value, ground.cwd) : [],
  );
  if (unknown.length > 0)
    found.push(asks(says`xargs ${shown(unknown[0] ?? '')}: this option is not known.`), ...tried(args, ground));
  if (operands.length === 0) return found;
  if (isFedShell(operands, mark)) found.push(refused(fed(`xargs ${operands[0] ?? ''}`)));
  const words = mark ? operands.map(word => word.split(mark).join(notKnown)) : [...operands, notKnown];
  const ran = ground.words(words);
  return [...found, ...(unknown.length > 0 ? guessed(ran, 'xargs', ground) : ran)];
};
const xargsOptions = optionTable({
  flags: '0rtpxo',
  values: 'InPLsdEai',
  long: 'null no-run-if-empty verbose interactive exit open-tty help version',
  longValues: 'max-args max-procs max-lines max-chars delimiter eof arg-file replace',
  endsAtOperand: true,
});

/** A shell that is handed what stands in the input as its text. */
function isFedShell(words: readonly string[], mark: string | undefined): boolean {
  const at = words.findIndex(word => /^(.*\/)?(ba|da|a|rba|z|k|mk|fi|c|tc)?sh$/.test(word));
  if (at < 0) return false;
  const flag = words.findIndex((word, place) => place > at && /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word));
  if (flag < 0) return false;
  const text = words.slice(flag + 1).find(word => !/^[-+]./.test(word));
  return text === undefined || (mark !== undefined && mark !== '' && text.trimStart().startsWith(mark));
}

const fed = (name: string) => says`${name} runs whatever it is given, which nobody can judge beforehand.`;

const parallel: Rule = (args, ground) => {
  const end = args.findIndex(arg => /^:::/.test(arg));
  const words = end < 0 ? args : args.slice(0, end);
  const odd = words.find(
    word =>
      /^-/.test(word) &&
      !/^-([jnNLadCkutvX0qm0-9]+.*|-(jobs|max-args|keep-order|ungroup|group|line-buffer|dry-run|halt|colsep|null|tag|bar|eta|verbose|quote|no-run-if-empty|will-cite|delay|timeout|retries|nice|help|version)(=.*)?)$/.test(
        word,
      ),
  );
  const begin = words.findIndex((word, at) => !word.startsWith('-') && !/^-[jnNLaSCd]$/.test(words[at - 1] ?? ''));
  if (begin < 0 && end >= 0) return args.slice(end + 1).flatMap(text => ground.text(text));
  if (begin < 0) return args.some(arg => /^--?(help|version)$/.test(arg)) ? [] : [refused(fed('parallel'))];
  if (end < 0 && isFedShell(words.slice(begin), '{}')) return [refused(fed(`parallel ${words[begin] ?? ''}`))];
  return [
    ...(odd === undefined
      ? []
      : [asks(says`parallel ${shown(odd)}: this option is not known, or starts a program.`, 'high')]),
    asksDirectly('parallel obeys its settings in the home, which can start other programs.'),
    ...ground.text(`${words.slice(begin).join(' ')} ${end < 0 ? '' : args.slice(end + 1).join(' ')}`),
    ...(args.some(arg => /^-S|^--ssh/.test(arg)) ? [asks('parallel runs on other machines.', 'high')] : []),
  ];
};

/** `command -v` only looks it up. */
const command: Rule = (args, ground) => {
  const { options, unknown, operands } = readArguments(args, commandOptions);
  if (options.some(({ name }) => name === '-v' || name === '-V')) return [];
  return [
    ...unknown.map(option => asks(says`command ${shown(option)}: this option is not known.`)),
    ...(operands.length > 0
      ? unknown.length > 0
        ? guessed(ground.words(operands), 'command', ground)
        : ground.words(operands)
      : []),
  ];
};
const commandOptions = optionTable({ flags: 'pvV', endsAtOperand: true });

const fd: Rule = (args, ground) => {
  const at = args.findIndex(arg => /^(-x|-X|--exec|--exec-batch)$/.test(arg));
  const odd = (at < 0 ? args : args.slice(0, at)).find(
    arg =>
      /^-/.test(arg) &&
      !/^-([HIsiaLpgl0uFuj]+|[etdEcjS].*|-(hidden|no-ignore|extension|type|max-depth|min-depth|exclude|glob|full-path|absolute-path|size|changed-within|changed-before|color|case-sensitive|ignore-case|fixed-strings|follow|print0|list-details|help|version)(=.*)?)$/.test(
        arg,
      ),
  );
  const own = at < 0 ? args : args.slice(0, at);
  const folders = own
    .filter((arg, place) => !arg.startsWith('-') && !/^-[etdEcjS]$/.test(own[place - 1] ?? ''))
    .slice(1);
  const ran = at < 0 ? [] : ground.words([...args.slice(at + 1), notKnown]);
  return [
    ...(odd === undefined ? [] : [asks(says`fd ${shown(odd)}: this option is not known, or starts a program.`)]),
    ...(folders.length > 0 ? folders : ['.']).flatMap(path => lookFindings(path, ground.cwd)),
    ...(args.some(arg => isUnclear(arg)) ? [asksDirectly('What fd is given is only known when it runs.')] : []),
    ...(odd === undefined ? ran : guessed(ran, 'fd', ground)),
  ];
};

const flock: Rule = (args, ground, name) => {
  const at = args.findIndex(arg => arg === '-c' || arg === '--command');
  if (at < 0) return plainFlock(args, ground, name);
  return [...writeFindings(args[at - 1] ?? '', ground.cwd), ...ground.text(args[at + 1] ?? '')];
};
const plainFlock = wrapper({
  flags: 'sxnuoF',
  values: 'wE',
  long: 'shared exclusive nonblock',
  longValues: 'timeout',
  skip: 1,
  writes: true,
});

const inSurroundings = wrapper({
  skip: 1,
  reason: 'It prepares a project’s surroundings and runs something in them.',
});

/** `uv run x` runs something in a project’s surroundings, `uv add x` changes them. */
const surroundings: Rule = (args, ground, name) => {
  const verb = args.find(arg => !arg.startsWith('-')) ?? (name === 'bundle' || name === 'pipenv' ? 'install' : '');
  if (
    !/^(add|install|remove|uninstall|update|upgrade|lock|sync|pip|tool|python|self|publish|init|env|config|source|plugin|cache|import|outdated|clean|binstubs)$/.test(
      verb,
    )
  )
    return inSurroundings(args, ground, name);
  return verb === 'outdated'
    ? [asks(says`${name} ${verb} asks a server for the programs of others.`)]
    : [leaves(says`${name} ${verb} changes what the project is built of.`, 'medium')];
};

export const wrappers = rulesFor({
  env,
  xargs,
  parallel,
  command,
  fd,
  fdfind: fd,
  flock,
  'nice gnice': wrapper({ values: 'n', longValues: 'adjustment', count: true }),
  ionice: wrapper({
    changes: ['-p', '-P', '-u'],
    flags: 't',
    values: 'cnpPu',
    longValues: 'class classdata',
    long: 'ignore',
  }),
  'timeout gtimeout': wrapper({
    flags: 'v',
    values: 'sk',
    long: 'preserve-status foreground verbose',
    longValues: 'signal kill-after',
    skip: 1,
  }),
  'nohup builtin busybox toybox time': wrapper({ flags: 'pva', values: 'fo', output: ['-o'] }),
  setsid: wrapper({ flags: 'cfw', long: 'ctty fork wait' }),
  stdbuf: wrapper({ values: 'ioe', longValues: 'input output error' }),
  exec: wrapper({ flags: 'cl', values: 'a' }),
  chrt: wrapper({ flags: 'bfior', skip: 1 }),
  taskset: wrapper({ flags: 'c', skip: 1 }),
  watch: wrapper({
    flags: 'dtbecgx',
    values: 'n',
    long: 'differences no-title exec',
    longValues: 'interval',
    joins: true,
  }),
  script: wrapper({
    flags: 'qaef',
    values: 'cEIOT',
    long: 'quiet append',
    longValues: 'command',
    texts: ['-c', '--command'],
    output: ['-O', '-T', '-E', '-I'],
    skip: 1,
    writes: true,
    reason: 'It writes down what a terminal shows.',
  }),
  'unbuffer chronic rlwrap setarch linux64 catchsegv fakeroot ssh-agent dbus-run-session caffeinate sem ts': wrapper({
    flags: 'pidsu',
  }),
  'xvfb-run systemd-inhibit': wrapper({ flags: 'a', values: 's', longValues: 'what who why server-args' }),
  'strace ltrace valgrind perf': wrapper({
    flags: 'fqcTtrvyCi',
    values: 'eopsu',
    output: ['-o'],
    reason: 'It watches another program from inside.',
  }),
  'systemd-run unshare proot firejail bwrap': wrapper({
    flags: 'rmnpuifUCt',
    long: 'user scope pty mount net pid ipc uts fork map-root-user wait quiet',
    longValues: 'unit property',
    reason: 'It runs a program with other rights or in other surroundings.',
  }),
  'poetry pipenv uv rye hatch bundle pdm': surroundings,
});
