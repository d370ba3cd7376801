/** The words after `straylight`: which command, with which arguments and options; or what is wrong with them. */
import type { CommandOption } from '../../api/command-form.ts';
import {
  type Command,
  type CommandName,
  commandOf,
  commands,
  type Form,
  optionsOf,
  usageOf,
  type Values,
} from './forms.ts';
import { valueProblem } from './values.ts';
import { didYouMean, meantBy, oneOf } from './words.ts';

// Not by an import, which reads all names of node:util, and loads worker threads for one of them.
const { parseArgs } = process.getBuiltinModule('node:util');

/** A command that is to be run. */
export interface Run {
  readonly kind: 'run';
  readonly command: CommandName;
  readonly form: Form;
  /** By field, as they were typed. */
  readonly args: Readonly<Record<string, string>>;
  readonly options: Values;
  readonly home?: string;
  readonly json: boolean;
}

/** What the owner typed, understood; `wrong` is a usage error in one sentence. */
export type CommandLine =
  | { readonly kind: 'help'; readonly command?: CommandName }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly problem: string; readonly command?: CommandName }
  | Run;

/** Reads the words after `straylight`. Options may stand before or after the command. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const name = firstWord(argv);
  if (name === 'help') return helpFor(argv);
  const command = name === undefined ? undefined : commandOf(name);
  if (name !== undefined && !command) return wrong(`unknown command "${name}"; ${whatElse(name)}`, undefined);
  const options = command ? optionsOf(command) : {};
  try {
    const { values, positionals, tokens } = parsed(argv, options);
    if (values['help']) return { kind: 'help', ...(command ? { command: command.name } : {}) };
    if (values['version']) return { kind: 'version' };
    if (!command) return { kind: 'help' };
    const given = tokens.flatMap(token => (token.kind === 'option' ? [token.name] : []));
    return checked(command, positionals.slice(1), given, values as Values);
  } catch (error) {
    return wrong(optionProblem(error as NodeJS.ErrnoException, options, command), command);
  }
}

const namesOfCommands = commands.map(({ name }) => name);

/** `help COMMAND`, as `COMMAND --help`. */
function helpFor(argv: readonly string[]): CommandLine {
  const [about, ...more] = argv.slice(argv.indexOf('help') + 1).filter(word => !word.startsWith('-'));
  if (about === undefined) return { kind: 'help' };
  const command = commandOf(about);
  if (!command) return wrong(`unknown command "${about}"; ${whatElse(about)}`, undefined);
  return more.length > 0 && !command.forms.some(({ words }) => words.split(' ')[1] === more[0])
    ? wrong(`unknown word "${more[0]}" after "${about}"; "straylight help ${about}" explains it`, command)
    : { kind: 'help', command: command.name };
}

/** What other programs call it. */
const otherNames: Readonly<Record<string, CommandName>> = {
  ...{ run: 'start', serve: 'start', up: 'start', setup: 'init', install: 'init', onboard: 'init', configure: 'init' },
  ...{ kill: 'stop', quit: 'stop', exit: 'stop', down: 'stop', say: 'ask', send: 'ask', prompt: 'ask', talk: 'chat' },
  ...{ web: 'ui', page: 'ui', dashboard: 'ui', open: 'ui', log: 'logs', tail: 'logs', settings: 'config' },
  ...{ conversations: 'sessions', history: 'sessions', resume: 'sessions', cost: 'budget', usage: 'budget' },
  ...{
    permissions: 'approvals',
    approve: 'approvals',
    schedule: 'jobs',
    check: 'doctor',
    ps: 'status',
    info: 'status',
  },
};

/** What was probably meant by a word that is no command. */
function whatElse(name: string): string {
  if (/\s/.test(name)) return 'to say something, use "straylight ask" and the text';
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
  if (other !== undefined) return `did you mean "${other}"?`;
  return didYouMean(name, namesOfCommands) ?? '"straylight --help" lists all commands';
}

const common = {
  home: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
} as const;

function parsed(argv: readonly string[], options: Readonly<Record<string, CommandOption>>) {
  const own = Object.entries(options).map(([name, { value, isList = false }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: isList },
  ]);
  return parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(own), ...common } as NonNullable<Parameters<typeof parseArgs>[0]>['options'] & {},
    ...{ allowPositionals: true, strict: true, tokens: true },
  });
}

/** What `parseArgs` refused. */
function optionProblem(
  { code, message }: NodeJS.ErrnoException,
  options: Readonly<Record<string, CommandOption>>,
  command: Command | undefined,
): string {
  const [, typed = 'that option'] = /'(?:-\w, )?(--?[\w-]*)/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const known = [...Object.keys(options), 'home', 'help', 'version'].map(name => `--${name}`);
    const help = `"straylight ${command ? `${command.name} ` : ''}--help" lists all options`;
    return `unknown option ${typed}; ${didYouMean(typed, known, word => word) ?? help}`;
  }
  return /does not take/.test(message) ? `${typed} takes no value` : `${typed} needs a value`;
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
  command: Command,
  words: readonly string[],
  given: readonly string[],
  { home, json, ...options }: Values,
): CommandLine {
  const found = formOf(command, words);
  if (typeof found === 'string') return wrong(found, command);
  const { form, rest } = found;
  const args = argsOf(form, rest, options);
  const problem =
    (typeof args === 'string' ? args : undefined) ??
    optionsProblem(command, form, given, options) ??
    (home === '' ? '--home needs a folder' : undefined) ??
    (typeof args === 'string' ? undefined : valueProblem(form, args, options));
  if (problem !== undefined || typeof args === 'string') return wrong(problem ?? '', command);
  return {
    kind: 'run',
    ...{ command: command.name, form, args, options },
    ...(typeof home === 'string' ? { home } : {}),
    json: json === true,
  };
}

/** The form these words begin with, and the words that follow; or what is wrong. */
function formOf(
  { name, forms }: Command,
  words: readonly string[],
): { readonly form: Form; readonly rest: readonly string[] } | string {
  const found = forms
    .map(form => ({ form, own: form.words.split(' ').slice(1) }))
    .filter(({ own }) => own.every((word, at) => words[at] === word))
    .sort((a, b) => b.own.length - a.own.length)[0];
  const isWhole = found !== undefined && (found.own.length > 0 || forms.length === 1 || words.length === 0);
  if (found && isWhole) return { form: found.form, rest: words.slice(found.own.length) };
  // the list of a command that has one form for it alone
  const alone = forms.find(form => form.words === name);
  if (alone && alone.args === undefined && words.length === 1 && words[0] === 'list') return { form: alone, rest: [] };
  const fallback = forms.find(({ isDefault }) => isDefault);
  if (words.length === 0 && fallback) return { form: fallback, rest: [] };
  return verbProblem(name, forms, words);
}

function verbProblem(name: CommandName, forms: readonly Form[], words: readonly string[]): string {
  const at = forms.some(form => form.words.startsWith(`${name} ${words[0]} `)) ? 1 : 0;
  const before = [name, ...words.slice(0, at)].join(' ');
  const verbs = forms
    .filter(form => form.words.startsWith(`${before} `))
    .map(form => form.words.slice(before.length + 1).split(' ')[0] ?? '');
  const all = [...new Set(verbs)];
  const typed = words[at];
  if (typed === undefined) return `expected ${oneOf(all)} after "${before}"`;
  // what stands after "secret" by mistake may be the value: it is not shown
  if (name === 'secret') return `expected ${oneOf(all)} after "secret"`;
  const unknown = `unknown word "${typed}" after "${before}"`;
  const hasOwnList = forms.some(form => form.words === before);
  const meant = hasOwnList && isListed(typed, words, at) ? '' : meantBy(typed, all);
  // the whole command, since it is what is typed next
  if (meant !== undefined) return `${unknown}; did you mean "${`${before} ${meant}`.trim()}"?`;
  return `${unknown}; ${didYouMean(typed, all) ?? `expected ${oneOf(all)}`}`;
}

/** Does it ask for the list that a command without a verb shows? */
function isListed(typed: string, words: readonly string[], at: number): boolean {
  return words.length === at + 1 && meantBy(typed, ['list']) !== undefined;
}

/** The arguments by field, or what is wrong with them. */
function argsOf(form: Form, rest: readonly string[], options: Values): Readonly<Record<string, string>> | string {
  const isInstead = Object.entries<CommandOption>(form.options ?? {}).some(
    ([name, option]) => option.isInstead === true && options[name] !== undefined,
  );
  const fields = isInstead ? [] : Object.keys(form.args ?? {});
  const given = form.isOpen && rest.length > 0 ? [rest.join(' ')] : rest;
  const extra = given[fields.length];
  const usage = `usage: straylight ${usageOf(form)}`;
  if (extra !== undefined)
    return form.words.startsWith('secret ') ? secretExtra(form, usage) : `unexpected argument "${extra}"; ${usage}`;
  const missing = fields.slice(given.length).map(field => form.args?.[field]);
  if ((form.isFromInput || form.isOptional) && given.length === 0) return {};
  if (missing.length > 0)
    return `missing ${missing.join(' and ')} after "${[form.words, ...given].join(' ')}"; ${usage}`;
  return Object.fromEntries(fields.map((field, at) => [field, given[at] ?? '']));
}

/** What stands there by mistake may be the value: it is not shown. */
function secretExtra({ words }: Form, usage: string): string {
  if (words !== 'secret set') return `too many arguments; ${usage}`;
  return 'the value of a secret does not belong on the command line, where the shell’s history keeps it and other users see it; leave it out, then type it at the prompt or send it to standard input';
}

function optionsProblem({ forms }: Command, form: Form, given: readonly string[], options: Values): string | undefined {
  const twice = given.find((option, at) => given.indexOf(option) < at && !Array.isArray(options[option]));
  if (twice !== undefined) return `--${twice} is given twice; give it once`;
  const own = Object.keys(form.options ?? {});
  const misplaced = given.find(option => option !== 'home' && !own.includes(option));
  if (misplaced !== undefined) {
    const places = forms.filter(other => Object.hasOwn(other.options ?? {}, misplaced));
    return `--${misplaced} goes with ${oneOf(places.map(({ words }) => `"${words}"`))} only`;
  }
  const needed = Object.entries<CommandOption>(form.options ?? {}).find(
    ([name, option]) => option.isNeeded === true && options[name] === undefined,
  );
  if (needed) return `missing --${needed[0]} ${needed[1].value ?? ''}; usage: straylight ${usageOf(form)}`;
  return undefined;
}

function wrong(problem: string, command: Command | undefined): CommandLine {
  return { kind: 'wrong', problem, ...(command === undefined ? {} : { command: command.name }) };
}
