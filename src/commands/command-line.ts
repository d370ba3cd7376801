/** The words after `straylight`: which command, with which options; or what is wrong with them. */
import { parseArgs } from 'node:util';

interface CommandUsage {
  readonly form: string;
  readonly summary: string;
  readonly details: readonly string[];
  /** Beside `--home` and `--help`, which every command takes. */
  readonly options: Readonly<Record<string, 'boolean' | 'string'>>;
  /** How many words may follow. */
  readonly words: readonly [least: number, most: number];
  /** What the first word may be, and how many words follow it; without them any words will do. */
  readonly verbs?: Readonly<Record<string, 0 | 1>>;
}

const json = '--json        for programs';
const session = '--session KEY the conversation terminal:KEY (default: main)';

const usages = {
  init: {
    form: 'init',
    summary: 'Make the home: settings, folders, a place for secrets. Never overwrites.',
    details: [],
    options: {},
    words: [0, 0],
  },
  start: {
    form: 'start [--port N]',
    summary: 'Start the agent, with every channel that is set up. In a terminal, chat with it.',
    details: ['--port N      the port of the page and the HTTP interface (0: any free one)'],
    options: { port: 'string' },
    words: [0, 0],
  },
  ask: {
    form: 'ask [--session KEY] [--json] TEXT',
    summary: 'Say one thing, print the reply and what waits for approval. TEXT "-" reads standard input.',
    details: [session, '--json        adds usage, tool calls and the turn’s id'],
    options: { session: 'string', json: 'boolean' },
    words: [1, Number.POSITIVE_INFINITY],
  },
  chat: {
    form: 'chat [--session KEY]',
    summary: 'Talk in the terminal. Without one, each line of standard input is a message.',
    details: [session],
    options: { session: 'string' },
    words: [0, 0],
  },
  status: {
    form: 'status [--json]',
    summary: 'What runs, what waits for you, what came back after the last start.',
    details: [json],
    options: { json: 'boolean' },
    words: [0, 0],
  },
  approvals: {
    form: 'approvals [approve|deny ID] [--json]',
    summary: 'What waits for your yes, or your answer to it.',
    details: [json],
    options: { json: 'boolean' },
    words: [0, 2],
    verbs: { approve: 1, deny: 1 },
  },
  actors: {
    form: 'actors list | show ID | journal ID | export ID | replay FILE [--json]',
    summary: 'The actors, one of them, its history, its history as a file, and such a file replayed.',
    details: [json],
    options: { json: 'boolean' },
    words: [1, 2],
    verbs: { list: 0, show: 1, journal: 1, export: 1, replay: 1 },
  },
  tools: {
    form: 'tools list | show NAME | enable NAME | disable NAME | revert NAME [--json]',
    summary: 'The tools your agent has written: how they are doing, one of them, and its way on, off or back.',
    details: [
      json,
      'enable        use it again, and trust its code as it is now',
      'revert        take it back to its last version that could work',
    ],
    options: { json: 'boolean' },
    words: [1, 2],
    verbs: { list: 0, show: 1, enable: 1, disable: 1, revert: 1 },
  },
  reset: {
    form: 'reset [--json]',
    summary: 'Make the sandbox anew and install again what scripts/requirements.txt lists. Workspace and scripts stay.',
    details: [json],
    options: { json: 'boolean' },
    words: [0, 0],
  },
  egress: {
    form: 'egress check [--json] URL | egress check --jsonl',
    summary: 'Would this request be let out, and where would it connect? Connects to nothing and needs no home.',
    details: [
      json,
      '--jsonl       reads rows {"url", "dns"?, "cname"?, "redirects"?} from standard input, answers one line each',
    ],
    options: { json: 'boolean', jsonl: 'boolean' },
    words: [1, 2],
    verbs: { check: 1 },
  },
  doctor: {
    form: 'doctor [--json]',
    summary: 'What works here, what is missing, what to do.',
    details: [json],
    options: { json: 'boolean' },
    words: [0, 0],
  },
} as const satisfies Record<string, CommandUsage>;

export type CommandName = keyof typeof usages;

export interface Options {
  readonly home?: string;
  readonly port?: number;
  readonly session?: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

/** What the owner typed, understood; `wrong` is a usage error in one sentence. */
export type CommandLine =
  | { readonly kind: 'help'; readonly command?: CommandName }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly problem: string; readonly command?: CommandName }
  | {
      readonly kind: 'run';
      readonly command: CommandName;
      readonly words: readonly string[];
      readonly options: Options;
    };

/** Reads the words after `straylight`. Options may stand before or after the command. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const name = firstWord(argv);
  if (name !== undefined && !isCommand(name))
    return { kind: 'wrong', problem: `there is no command "${name}"; "straylight --help" lists them` };
  const own = name === undefined ? {} : usages[name].options;
  const options = Object.fromEntries(Object.entries(own).map(([option, type]) => [option, { type }] as const));
  const common = {
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'V' },
  } as const;
  let parsed: { values: Record<string, string | boolean | undefined>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...argv], options: { ...options, ...common }, allowPositionals: true, strict: true });
  } catch (error) {
    const problem = (error as Error).message.split('. ')[0] ?? 'the options are wrong';
    return wrong(lowerFirst(problem), name);
  }
  const { values } = parsed;
  if (values['help']) return { kind: 'help', ...(name === undefined ? {} : { command: name }) };
  if (values['version']) return { kind: 'version' };
  if (name === undefined) return { kind: 'help' };
  return checked(name, parsed.positionals.slice(1), values);
}

/** The help of one command, or of all. */
export function helpText(command?: CommandName): string {
  const home = '--home DIR    another home than ~/.straylight (or STRAYLIGHT_HOME)';
  if (command) {
    const { form, summary, details } = usages[command];
    return [`straylight ${form}`, '', summary, '', ...[...details, home].map(line => `  ${line}`)].join('\n');
  }
  const rows = Object.values(usages).flatMap(({ form, summary }) => [`  ${form}`, `      ${summary}`]);
  return [
    'straylight: a self-hosted personal agent.',
    '',
    'straylight COMMAND [options]',
    '',
    ...rows,
    '',
    `  ${home}`,
    '  --help        this, or the help of a command',
    '  --version     the version',
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ].join('\n');
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(usages, name);
}

/** The first word that is no option and no value of `--home`. */
function firstWord(argv: readonly string[]): string | undefined {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--home') at++;
    else if (word === '--') return argv[at + 1];
    else if (!word.startsWith('-')) return word;
  }
  return undefined;
}

function checked(
  command: CommandName,
  words: readonly string[],
  values: Readonly<Record<string, string | boolean | undefined>>,
): CommandLine {
  const {
    form,
    words: [least, most],
    verbs,
  }: CommandUsage = usages[command];
  if (words.length < least) return wrong(`something is missing: straylight ${form}`, command);
  if (words.length > most) return wrong(`"${words[most]}" is too much: straylight ${form}`, command);
  const named = words[0] === undefined ? 0 : verbs?.[words[0]];
  // what is read from standard input is not named
  const after = named !== undefined && values['jsonl'] === true ? 0 : named;
  if (verbs && (after === undefined || (words.length > 0 && words.length !== after + 1)))
    return wrong(`"${words.join(' ')}" is none of: straylight ${form}`, command);
  const key = values['session'];
  if (typeof key === 'string' && !/^[\w.-]{1,64}$/.test(key))
    return wrong('a session key has 1 to 64 letters, digits, ".", "_" or "-"', command);
  const port = values['port'];
  if (typeof port === 'string' && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    return wrong(`--port takes a number from 0 to 65535, not "${port}"`, command);
  if (values['home'] === '') return wrong('--home takes a folder', command);
  return {
    kind: 'run',
    command,
    words,
    options: {
      ...(typeof values['home'] === 'string' ? { home: values['home'] } : {}),
      ...(typeof port === 'string' ? { port: Number(port) } : {}),
      ...(typeof key === 'string' ? { session: key } : {}),
      json: values['json'] === true,
      ...(values['jsonl'] === true ? { jsonl: true } : {}),
    },
  };
}

function wrong(problem: string, command: CommandName | undefined): CommandLine {
  return { kind: 'wrong', problem, ...(command === undefined ? {} : { command }) };
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
