/** The words after `straylight`: which command, with which options; or what is wrong with them. */
import { parseArgs } from 'node:util';
import { longestDeadlineMs, type Priority, priorities } from '../../domain/conversation/turn-terms.ts';
import { executorKinds } from '../../domain/security/sandbox.ts';
import { standingProblem } from '../approvals/standing-wish.ts';
import { taints } from '../rules/policy.ts';
import { type Completed, shells } from './completion.ts';
import { misplacedOption } from './option-reach.ts';

interface CommandUsage {
  readonly form: string;
  readonly summary: string;
  readonly details: readonly string[];
  /** Beside `--home` and `--help`, which every command takes. */
  readonly options: Readonly<Record<string, 'boolean' | 'string' | 'list'>>;
  /** How many words may follow. */
  readonly words: readonly [least: number, most: number];
  /** What the first word may be, and how many words follow it; without them any words will do. */
  readonly verbs?: Readonly<Record<string, 0 | 1 | readonly [least: number, most: number]>>;
  /** What follows a verb, for whoever left it out; under `''`: any other verb, or the command itself. */
  readonly names?: Readonly<Record<string, string>>;
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
    form: 'start [--port N] [--stately] [--stately-ws URL]',
    summary: 'Start the agent, with every channel that is set up. In a terminal, chat with it.',
    details: [
      '--port N      the port of the page and the HTTP interface (0: any free one)',
      '--stately     the page /stately hands what runs, without secrets, to stately.ai in your browser',
      '--stately-ws URL  the same to a relay you run: ws:// on this computer, wss:// anywhere',
    ],
    options: { port: 'string', stately: 'boolean', 'stately-ws': 'string' },
    words: [0, 0],
  },
  ask: {
    form: 'ask [--session KEY] [--priority P] [--deadline 5m] [--key NAME] [--json] TEXT',
    summary: 'Say one thing, print the reply and what waits for approval. TEXT "-" reads standard input.',
    details: [
      session,
      '--priority P  low, normal (default), high or critical: what begins first where work waits for a place',
      '--deadline 5m the turn ends by itself after so long: s, m or h',
      '--key NAME    while the turn asked for under this name lasts, asking again gives that one',
      '--json        adds usage, tool calls and the turn’s id',
    ],
    options: { session: 'string', json: 'boolean', priority: 'string', deadline: 'string', key: 'string' },
    words: [1, Number.POSITIVE_INFINITY],
    names: { '': 'TEXT' },
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
    form: 'approvals [show|approve|deny|undo ID | standing list|add|revoke ID] [--json]',
    summary: 'What waits for your yes, or your answer to it; and your yes to calls yet to come.',
    details: [
      json,
      '--confirm yes|WORD  approve: what the card asks for above low risk',
      '--why TEXT    deny: the reason; the agent is told',
      '--command WORDS  standing add: a plain command of these words; a last "*" stands for any more',
      '--tool NAME   standing add: calls of this tool, every argument named',
      '--arg NAME=VALUE  exactly this; NAME^=BEGINNING, NAME~=GLOB ("*": anything but "/", "**": anything)',
      '--approval KEY  standing add: calls like the one that waits under this key',
      '--for 7d      for so long: m, h or d (default: 1d)',
      '--times N     so often at most (default: 10)',
    ],
    options: {
      json: 'boolean',
      confirm: 'string',
      why: 'string',
      tool: 'string',
      arg: 'list',
      command: 'list',
      approval: 'string',
      for: 'string',
      times: 'string',
    },
    words: [0, 3],
    verbs: { show: 1, approve: 1, deny: 1, undo: 1, standing: [1, 2] },
    names: { '': 'ID', standing: 'list, add or revoke' },
  },
  actors: {
    form: 'actors list | show ID | journal ID | export ID | replay FILE | ACT ID | answer KEY CHOICE [--json]',
    summary:
      'The actors, one of them, its history, its history as a file, such a file replayed; and acts on one of them.',
    details: [
      json,
      'ACT           suspend, resume, retry, restart, rewind, stop, quarantine or release',
      '--fresh       restart: from the beginning, not from where it stands',
      '--to N        rewind: back to the state after step N',
      '--why TEXT    kept with it',
      '--yes         do it though something runs again',
      'answer        what you choose where the supervisor asks you, by the key it gave',
    ],
    options: { json: 'boolean', fresh: 'boolean', to: 'string', why: 'string', yes: 'boolean' },
    words: [1, 3],
    verbs: {
      ...{ list: 0, show: 1, journal: 1, export: 1, replay: 1, answer: [2, 2] },
      ...{ suspend: 1, resume: 1, retry: 1, restart: 1, rewind: 1, stop: 1, quarantine: 1, release: 1 },
    },
    names: { '': 'ID', replay: 'FILE', answer: 'KEY and CHOICE' },
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
    names: { '': 'NAME' },
  },
  undo: {
    form: 'undo [list | show N | apply N [--yes] [--overwrite]] [--json]',
    summary: 'What turns changed in the workspace: the last of them, the difference one made, and bringing it back.',
    details: [
      json,
      'N             the number of a turn, as "undo list" shows it',
      '--yes         apply: do it, not only show it',
      '--overwrite   apply: also what has been changed since that turn',
    ],
    options: { json: 'boolean', yes: 'boolean', overwrite: 'boolean' },
    words: [0, 2],
    verbs: { list: 0, show: 1, apply: 1 },
    names: { '': 'the number of a turn' },
  },
  budget: {
    form: 'budget [--json]',
    summary: 'What was spent today on which models, and what may be.',
    details: [json],
    options: { json: 'boolean' },
    words: [0, 0],
  },
  reset: {
    form: 'reset [--json]',
    summary: 'Make the sandbox anew and install again what scripts/requirements.txt lists. Workspace and scripts stay.',
    details: [json],
    options: { json: 'boolean' },
    words: [0, 0],
  },
  audit: {
    form: 'audit verify [--file F] | list [--kind K] [--limit N] | export | accept [--json]',
    summary:
      'What was asked, allowed, done and changed: checked, shown, as JSON lines; or a break you know about accepted.',
    details: [
      json,
      '--file F      verify an export; needs no home',
      '--kind K      only this kind, as in "approval.ended", or family, as in "tool"',
      '--limit N     so many, the newest (default: 50)',
    ],
    options: { json: 'boolean', file: 'string', kind: 'string', limit: 'string' },
    words: [1, 1],
    verbs: { verify: 0, list: 0, export: 0, accept: 0 },
  },
  secret: {
    form: 'secret set NAME [--host HOST] [--command WORDS] | secret list | secret remove NAME [--json]',
    summary:
      'Secrets your agent may use by name and never sees. The value is typed unseen or read from standard input.',
    details: [
      json,
      '--host HOST   a header of web_request to that host, over https: api.github.com, *.example.com, example.com:8443',
      '--header NAME in that header alone (default: authorization)',
      '--command WORDS  a variable of an execute_command that begins so: "git push"',
      '--tool NAME   web_request or execute_command; the latter alone: any command, each asked',
      '--agent NAME  another agent than main',
      '--note TEXT   what it is; the agent reads this',
      'Each may be given more than once. "set" without any of them replaces the value and keeps the rule.',
    ],
    options: {
      host: 'list',
      header: 'list',
      command: 'list',
      tool: 'list',
      agent: 'list',
      note: 'string',
      json: 'boolean',
    },
    // its own command checks them: a value that stands here by mistake must not be shown
    words: [1, Number.POSITIVE_INFINITY],
    names: { '': 'set, list or remove' },
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
    names: { '': 'URL' },
  },
  policy: {
    form: 'policy command [--json] TEXT | policy call [--json] CALL | policy command|call --jsonl',
    summary:
      'Would this command or call run, be told, ask you, or be refused, and why? Runs nothing and needs no home.',
    details: [
      json,
      'CALL is JSON: {"tool": NAME, "arguments": {…}}',
      '--executor    call: docker, bubblewrap or direct; without it a command is judged by its text alone',
      '--taint       call: owner (default), auth or external: how far the conversation is trusted',
      '--jsonl       reads rows {"cmd"}, or calls, from standard input, answers {"level", "reasons"} line for line',
    ],
    options: { json: 'boolean', jsonl: 'boolean', executor: 'string', taint: 'string' },
    words: [1, 2],
    verbs: { command: 1, call: 1 },
    names: { command: 'TEXT', call: 'CALL' },
  },
  redact: {
    form: 'redact [--jsonl] | redact --inbound --jsonl',
    summary: 'Take the secrets out of standard input as it passes. Needs no home.',
    details: [
      '--jsonl       rows {"text", "known"?: [values]}, answered {"text", "found": [{"start", "end", "type"}]} line for line',
      '--inbound     with --jsonl: rows are what an owner wrote, answered {"verdict": "block"|"redact"|"pass", "text"}',
    ],
    options: { jsonl: 'boolean', inbound: 'boolean' },
    words: [0, 0],
  },
  ui: {
    form: 'ui [--read-only] [--new-token] [--no-open]',
    summary:
      'The link to the page of the running agent, opened where there is a desktop. Treat it like a password; it is good until Straylight stops.',
    details: [
      '--read-only   a link that may look and not act',
      '--new-token   first make a new one: links of before open nothing, open pages ask for the new one',
      '--no-open     only print it',
    ],
    options: { 'read-only': 'boolean', 'new-token': 'boolean', 'no-open': 'boolean' },
    words: [0, 0],
  },
  doctor: {
    form: 'doctor [--security] [--json]',
    summary: 'What works here, what is missing, what to do; or what weakens the security of this home.',
    details: [
      json,
      '--security    what weakens what is promised, worst first, each with what mends it; 1: something serious',
    ],
    options: { json: 'boolean', security: 'boolean' },
    words: [0, 0],
  },
  completion: {
    form: `completion ${shells.join('|')}`,
    summary: 'A script for your shell that completes commands and options; its first line says where to put it.',
    details: [],
    options: {},
    words: [1, 1],
    verbs: Object.fromEntries(shells.map(shell => [shell, 0 as const])),
  },
} as const satisfies Record<string, CommandUsage>;

export type CommandName = keyof typeof usages;

export interface Options {
  readonly home?: string;
  readonly port?: number;
  readonly session?: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly inbound?: boolean;
  readonly note?: string;
  /** Options that may stand more than once, by name. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  readonly file?: string;
  readonly kind?: string;
  readonly limit?: number;
  /** Of `approvals approve` and `approvals deny`. */
  readonly confirm?: string;
  readonly why?: string;
  /** Of `actors restart` and `actors rewind`. */
  readonly fresh?: boolean;
  readonly to?: number;
  readonly yes?: boolean;
  /** Of `doctor`. */
  readonly security?: boolean;
  /** Of `undo apply`. */
  readonly overwrite?: boolean;
  /** Of `ask`. */
  readonly priority?: Priority;
  readonly deadlineMs?: number;
  readonly key?: string;
  /** Of `approvals standing add`. */
  readonly tool?: string;
  readonly approval?: string;
  readonly for?: string;
  readonly times?: string;
  /** Of `start`. */
  readonly stately?: { readonly page: boolean; readonly relay?: string };
  /** Of `ui`. */
  readonly readOnly?: boolean;
  readonly newToken?: boolean;
  readonly noOpen?: boolean;
  /** Of `policy call`. */
  readonly executor?: string;
  readonly taint?: string;
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

type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** Reads the words after `straylight`. Options may stand before or after the command. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const name = firstWord(argv);
  if (name !== undefined && !isCommand(name))
    return { kind: 'wrong', problem: `there is no command "${name}"; "straylight --help" lists them` };
  const own = name === undefined ? {} : usages[name].options;
  const options = Object.fromEntries(
    Object.entries<string>(own).map(([option, type]) => [
      option,
      type === 'list' ? { type: 'string' as const, multiple: true } : { type: type as 'string' | 'boolean' },
    ]),
  );
  const common = {
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'V' },
  } as const;
  let parsed: { values: Values; positionals: string[]; tokens: readonly { kind: string; name?: string }[] };
  try {
    const all = { ...options, ...common };
    parsed = parseArgs({ args: [...argv], options: all, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    const problem = (error as Error).message.split('. ')[0] ?? 'the options are wrong';
    return wrong(lowerFirst(problem), name);
  }
  const { values } = parsed;
  if (values['help']) return { kind: 'help', ...(name === undefined ? {} : { command: name }) };
  if (values['version']) return { kind: 'version' };
  if (name === undefined) return { kind: 'help' };
  const given = parsed.tokens.flatMap(token => (token.name === undefined ? [] : [token.name]));
  const twice = given.find((option, at) => given.indexOf(option) < at && !Array.isArray(values[option]));
  if (twice !== undefined) return wrong(`--${twice} is given twice; give it once`, name);
  const misplaced = misplacedOption(name, parsed.positionals.slice(1), given);
  if (misplaced !== undefined) return wrong(misplaced, name);
  return checked(name, parsed.positionals.slice(1), values);
}

/** What a shell can complete. */
export function completedCommands(): readonly Completed[] {
  return Object.entries<CommandUsage>(usages).map(([name, { summary, verbs = {}, options }]) => ({
    ...{ name, summary, verbs: Object.keys(verbs) },
    options: Object.entries(options).map(([option, type]) => ({ name: option, takesValue: type !== 'boolean' })),
  }));
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

function checked(command: CommandName, words: readonly string[], values: Values): CommandLine {
  const {
    form,
    words: [least, most],
    verbs,
    names,
  }: CommandUsage = usages[command];
  if (words.length < least) {
    const what = verbs ? oneOf(Object.keys(verbs)) : (names?.[''] ?? 'more');
    return wrong(`expected ${what} after "${command}": straylight ${form}`, command);
  }
  if (words.length > most) return wrong(`"${words[most]}" is too much: straylight ${form}`, command);
  const count = words[0] === undefined ? 0 : verbs?.[words[0]];
  // what is read from standard input is not named
  const after = count !== undefined && values['jsonl'] === true ? 0 : count;
  const [fewest, mostAfter] = typeof after === 'number' ? [after, after] : (after ?? [0, 0]);
  if (verbs && words[0] !== undefined) {
    if (after === undefined) return wrong(`"${words.join(' ')}" is none of: straylight ${form}`, command);
    if (words.length <= fewest) {
      const what = names?.[words[0]] ?? names?.[''] ?? 'more';
      return wrong(`expected ${what} after "${[command, ...words].join(' ')}": straylight ${form}`, command);
    }
    const extra = words[mostAfter + 1];
    if (extra !== undefined) return wrong(`"${extra}" is too much: straylight ${form}`, command);
  }
  if (command === 'ask' && words.join(' ').trim() === '')
    return wrong('expected a text to say, got an empty one', command);
  const key = values['session'];
  if (typeof key === 'string' && !/^[\w.-]{1,64}(~\d{1,6})?$/.test(key))
    return wrong(
      'a session key has 1 to 64 letters, digits, ".", "_" or "-", and "~2" behind it for its second',
      command,
    );
  const problem = termsProblem(values);
  if (problem !== undefined) return wrong(problem, command);
  if (values['inbound'] === true && values['jsonl'] !== true)
    return wrong('--inbound answers rows: add --jsonl', command);
  const port = values['port'];
  if (typeof port === 'string' && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    return wrong(`--port takes a number from 0 to 65535, not "${port}"`, command);
  const relay = values['stately-ws'];
  if (typeof relay === 'string' && !isRelay(relay))
    return wrong(
      '--stately-ws takes the address of a relay, ws:// on this computer or wss:// anywhere, without a name or password in it',
      command,
    );
  const { file, kind, limit } = values;
  if (typeof limit === 'string' && !/^[1-9]\d{0,5}$/.test(limit))
    return wrong(`--limit takes a number from 1 to 999999, not "${limit}"`, command);
  const step = values['to'];
  if (typeof step === 'string' && !/^[1-9]\d{0,8}$/.test(step))
    return wrong(`--to takes the number of a step, not "${step}"`, command);
  if (command === 'actors' && words[0] === 'rewind' && step === undefined)
    return wrong(
      `expected --to N, the step it goes back to: straylight actors rewind ID --to N; "straylight actors journal ID" lists them`,
      command,
    );
  const { executor, taint } = values;
  if (typeof executor === 'string' && !executorKinds.some(one => one === executor))
    return wrong(`--executor takes ${oneOf(executorKinds)}, not "${executor}"`, command);
  if (typeof taint === 'string' && !taints.some(one => one === taint))
    return wrong(`--taint takes ${oneOf(taints)}, not "${taint}"`, command);
  if (typeof kind === 'string' && !/^[a-z][a-z.-]{0,79}$/.test(kind))
    return wrong('--kind takes a kind or a family, as in "tool.called" or "tool"', command);
  if (values['home'] === '') return wrong('--home takes a folder', command);
  const named = Object.entries(values).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));
  const lists = named.length > 0 ? { lists: Object.fromEntries(named) } : {};
  if (command === 'approvals' && words[0] === 'standing') {
    const standing = standingProblem(words.slice(1), { ...approvalOptions(values), ...lists });
    if (standing !== undefined) return wrong(standing, command);
  }
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
      ...(values['inbound'] === true ? { inbound: true } : {}),
      ...(values['security'] === true ? { security: true } : {}),
      ...(typeof values['note'] === 'string' ? { note: values['note'] } : {}),
      ...lists,
      ...approvalOptions(values),
      ...actorOptions(values),
      ...termsOptions(values),
      ...uiOptions(values),
      ...statelyOptions(values),
      ...(typeof executor === 'string' ? { executor } : {}),
      ...(typeof taint === 'string' ? { taint } : {}),
      ...(typeof file === 'string' ? { file } : {}),
      ...(typeof kind === 'string' ? { kind } : {}),
      ...(typeof limit === 'string' ? { limit: Number(limit) } : {}),
    },
  };
}

/** Taken as they are; the command checks them. */
function actorOptions({ fresh, to, yes, overwrite }: Values): Pick<Options, 'fresh' | 'to' | 'yes' | 'overwrite'> {
  return {
    ...(fresh === true ? { fresh } : {}),
    ...(yes === true ? { yes } : {}),
    ...(overwrite === true ? { overwrite } : {}),
    ...(typeof to === 'string' ? { to: Number(to) } : {}),
  };
}

function uiOptions(values: Values): Pick<Options, 'readOnly' | 'newToken' | 'noOpen'> {
  return {
    ...(values['read-only'] === true ? { readOnly: true } : {}),
    ...(values['new-token'] === true ? { newToken: true } : {}),
    ...(values['no-open'] === true ? { noOpen: true } : {}),
  };
}

function statelyOptions(values: Values): Pick<Options, 'stately'> {
  const [page, relay] = [values['stately'] === true, values['stately-ws']];
  if (typeof relay === 'string') return { stately: { page, relay } };
  return page ? { stately: { page } } : {};
}

/** What is sent is readable on the way unless it is encrypted or never leaves this computer. */
function isRelay(text: string): boolean {
  const { protocol, hostname, username, password } = URL.parse(text) ?? new URL('about:blank');
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return username === '' && password === '' && (protocol === 'wss:' || (protocol === 'ws:' && isHere));
}

function termsProblem({ priority, deadline, key }: Values): string | undefined {
  if (typeof priority === 'string' && !priorities.some(one => one === priority))
    return `--priority takes ${priorities.join(', ')}, not "${priority}"`;
  if (typeof deadline === 'string' && deadlineOf(deadline) === undefined)
    return `--deadline takes a time as in 90s, 5m or 2h, at most 7 days, not "${deadline}"`;
  if (typeof key === 'string' && !/^[\w.:-]{1,128}$/.test(key)) return '--key takes 1 to 128 letters, digits and ._:-';
  return undefined;
}

function termsOptions({ priority, deadline, key }: Values): Pick<Options, 'priority' | 'deadlineMs' | 'key'> {
  const deadlineMs = typeof deadline === 'string' ? deadlineOf(deadline) : undefined;
  return {
    ...(typeof priority === 'string' ? { priority: priority as Priority } : {}),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(typeof key === 'string' ? { key } : {}),
  };
}

/** `90s`, `5m`, `2h` in ms; undefined for anything else, and for what is too long. */
function deadlineOf(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([smh])$/.exec(text) ?? [];
  const ms = Number(count) * ({ s: 1000, m: 60_000, h: 3_600_000 }[unit] ?? Number.NaN);
  return ms <= longestDeadlineMs ? ms : undefined;
}

function approvalOptions(values: Values): Pick<Options, 'confirm' | 'why' | 'tool' | 'approval' | 'for' | 'times'> {
  const names = ['confirm', 'why', 'tool', 'approval', 'for', 'times'] as const;
  return Object.fromEntries(names.flatMap(name => (typeof values[name] === 'string' ? [[name, values[name]]] : [])));
}

function wrong(problem: string, command: CommandName | undefined): CommandLine {
  return { kind: 'wrong', problem, ...(command === undefined ? {} : { command }) };
}

/** `a, b or c` */
function oneOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(one => one !== '').join(' or ');
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
