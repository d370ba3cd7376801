/** The words after `straylight`: which command, with which arguments and options; or what is wrong with them. */

import type { CommandOption } from '../../api/command-form.ts';
import { inEnglish, type Sentence } from '../../domain/policy/sentence.ts';
import { defined } from '../../domain/text/json.ts';
import { type Say, sayIn } from '../say.ts';
import {
  type Command,
  type CommandName,
  commandOf,
  commands,
  type Form,
  flagOf,
  optionsOf,
  usageOf,
  type Values,
} from './forms.ts';
import { valueProblem } from './values.ts';
import { didYouMean, meantBy, oneOf, quoted } from './words.ts';

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

/** What the owner typed, understood; `wrong` is a usage error in one sentence, `said` the same as data. */
export type CommandLine =
  | { readonly kind: 'help'; readonly command?: CommandName }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'wrong';
      readonly problem: string;
      readonly said?: Exclude<Sentence, string>;
      readonly command?: CommandName;
    }
  | Run;

/** Reads the words after `straylight`. Options may stand before or after the command. */
export function readCommandLine(argv: readonly string[], say: Say = sayIn()): CommandLine {
  const name = firstWord(argv);
  if (name === 'help') return helpFor(argv, say);
  const command = name === undefined ? undefined : commandOf(name);
  if (name !== undefined && !command)
    return wrong(say('unknown command "{name}"; {name2}', { name, name2: whatElse(name, say) }), undefined);
  const options = command ? optionsOf(command) : {};
  try {
    const { values, positionals, tokens } = parsed(argv, options);
    if (values['help']) return { kind: 'help', ...defined({ command: command?.name }) };
    if (values['version']) return { kind: 'version' };
    if (!command) return { kind: 'help' };
    const given = tokens.flatMap(token => (token.kind === 'option' ? [token.name] : []));
    return checked(command, positionals.slice(1), given, values as Values, say);
  } catch (error) {
    return wrong(optionProblem(error as NodeJS.ErrnoException, options, { command, say }), command);
  }
}

/** `help COMMAND`, as `COMMAND --help`. */
function helpFor(argv: readonly string[], say: Say): CommandLine {
  const [about, ...more] = argv.slice(argv.indexOf('help') + 1).filter(word => !word.startsWith('-'));
  if (about === undefined) return { kind: 'help' };
  const command = commandOf(about);
  if (!command)
    return wrong(say('unknown command "{about}"; {about2}', { about, about2: whatElse(about, say) }), undefined);
  return more.length > 0 && !command.forms.some(({ words }) => words.split(' ')[1] === more[0])
    ? wrong(
        say('unknown word "{value}" after "{about}"; "straylight help {about}" explains it', { value: more[0], about }),
        command,
      )
    : { kind: 'help', command: command.name };
}

/** What other programs call it. */
const otherNames: Readonly<Record<string, CommandName>> = {
  run: 'start',
  serve: 'start',
  up: 'start',
  setup: 'init',
  install: 'init',
  onboard: 'init',
  configure: 'init',
  kill: 'stop',
  quit: 'stop',
  exit: 'stop',
  down: 'stop',
  say: 'ask',
  send: 'ask',
  prompt: 'ask',
  talk: 'chat',
  web: 'ui',
  page: 'ui',
  dashboard: 'ui',
  open: 'ui',
  log: 'logs',
  tail: 'logs',
  settings: 'config',
  conversations: 'sessions',
  history: 'sessions',
  resume: 'sessions',
  cost: 'budget',
  usage: 'budget',

  permissions: 'approvals',
  approve: 'approvals',
  schedule: 'jobs',
  check: 'doctor',
  ps: 'status',
  info: 'status',
};

/** What was probably meant by a word that is no command. */
function whatElse(name: string, say: Say): string {
  if (/\s/.test(name)) return say('to say something, use "straylight ask" and the text');
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
  if (other !== undefined) return say('did you mean "{other}"?', { other });
  return (
    didYouMean(
      name,
      commands().map(command => command.name),
      say,
    ) ?? say('"straylight --help" lists all commands')
  );
}

const common = {
  home: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
} as const;

function parsed(typed: readonly string[], options: Readonly<Record<string, CommandOption>>) {
  const argv = withNegatives(typed, options);
  const own = Object.entries(options).map(([name, { value, isList = false }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: isList },
  ]);
  return parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(own), ...common } as NonNullable<Parameters<typeof parseArgs>[0]>['options'] & {},
    allowPositionals: true,
    strict: true,
    tokens: true,
  });
}

/** `--lines -1` as `--lines=-1`: no option is named by a number, so that is its value, and what is wrong with it is said. */
function withNegatives(argv: readonly string[], options: Readonly<Record<string, CommandOption>>): readonly string[] {
  const end = argv.indexOf('--');
  const words: string[] = [];
  for (const [at, word] of argv.entries()) {
    const last = words.at(-1) ?? '';
    const takesIt = (end < 0 || at < end) && last.startsWith('--') && options[last.slice(2)]?.value !== undefined;
    if (takesIt && /^-\d/.test(word)) words.splice(-1, 1, `${last}=${word}`);
    else words.push(word);
  }
  return words;
}

/** What `parseArgs` refused. */
function optionProblem(
  { code, message }: NodeJS.ErrnoException,
  options: Readonly<Record<string, CommandOption>>,
  { command, say }: { readonly command: Command | undefined; readonly say: Say },
): string {
  const [, typed = say('that option')] = /'(?:-\w, )?(--?[\w-]*)/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const known = [...Object.keys(options), 'home', 'help', 'version'].map(name => `--${name}`);
    const all = say('"straylight {value}--help" lists all options', { value: command ? `${command.name} ` : '' });
    const help = command?.forms.some(form => form.isForProgram)
      ? `${all}; ${say('options of another program stand behind all of these and " -- "')}`
      : all;
    return say('unknown option {typed}; {typed2}', {
      typed,
      typed2: didYouMean(typed, known, say, word => word) ?? help,
    });
  }
  return /does not take/.test(message)
    ? say('{typed} takes no value', { typed })
    : say('{typed} needs a value', { typed });
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
  say: Say,
): CommandLine {
  const found = formOf(command, words, say);
  if (typeof found === 'string') return wrong(found, command);
  const { form, rest } = found;
  const args = argsOf(form, rest, options, say);
  const problem =
    (typeof args === 'string' ? args : undefined) ??
    optionsProblem(command, form, { given, options, say }) ??
    (home === '' ? say('--home needs a folder') : undefined) ??
    (typeof args === 'string' ? undefined : valueProblem(form, args, options, say));
  if (problem !== undefined || typeof args === 'string') return wrong(problem ?? '', command);
  return {
    kind: 'run',
    command: command.name,
    form,
    args,
    options,
    ...defined({ home: typeof home === 'string' ? home : undefined }),
    json: json === true,
  };
}

/** The form these words begin with, and the words that follow; or what is wrong. */
function formOf(
  { name, forms }: Command,
  words: readonly string[],
  say: Say,
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
  return verbProblem(name, forms, words, say);
}

function verbProblem(name: CommandName, forms: readonly Form[], words: readonly string[], say: Say): string {
  const at = forms.some(form => form.words.startsWith(`${name} ${words[0]} `)) ? 1 : 0;
  const before = [name, ...words.slice(0, at)].join(' ');
  const verbs = forms
    .filter(form => form.words.startsWith(`${before} `))
    .map(form => form.words.slice(before.length + 1).split(' ')[0] ?? '');
  const all = [...new Set(verbs)];
  const typed = words[at];
  if (typed === undefined) return say('expected {all} after "{before}"', { all: oneOf(all, say), before });
  // what stands after "secret" by mistake may be the value: it is not shown
  if (name === 'secret') return say('expected {all} after "secret"', { all: oneOf(all, say) });
  const hasOwnList = forms.some(form => form.words === before);
  const meant = hasOwnList && isListed(typed, words, at) ? '' : meantBy(typed, all);
  return say('unknown word "{typed}" after "{before}"; {typed2}', {
    typed,
    before,
    // the whole command, since it is what is typed next
    typed2:
      meant === undefined
        ? (didYouMean(typed, all, say) ?? say('expected {all}', { all: oneOf(all, say) }))
        : say('did you mean "{other}"?', { other: `${before} ${meant}`.trim() }),
  });
}

/** Does it ask for the list that a command without a verb shows? */
function isListed(typed: string, words: readonly string[], at: number): boolean {
  return words.length === at + 1 && meantBy(typed, ['list']) !== undefined;
}

/** The arguments by field, or what is wrong with them. */
function argsOf(
  form: Form,
  rest: readonly string[],
  options: Values,
  say: Say,
): Readonly<Record<string, string>> | string {
  const isInstead = Object.entries<CommandOption>(form.options ?? {}).some(
    ([name, option]) => option.isInstead === true && options[name] !== undefined,
  );
  const fields = isInstead ? [] : Object.keys(form.args ?? {});
  const given = form.isOpen && rest.length > 0 ? [rest.join(' ')] : rest;
  const extra = given[fields.length];
  const usage = say('usage: straylight {form}', { form: usageOf(form) });
  if (extra !== undefined)
    return form.words.startsWith('secret ')
      ? secretExtra(form, usage, say)
      : say('unexpected argument "{extra}"; {usage}', { extra, usage });
  const missing = fields.slice(given.length).map(field => form.args?.[field]);
  const empty = given.findIndex(word => word.trim() === '');
  // the message of "ask" says so itself, with what else it may be
  if (empty >= 0 && form.words !== 'ask')
    return say('{name} after "{value}" is empty; {usage}', {
      name: form.args?.[fields[empty] ?? ''],
      value: form.words,
      usage,
    });
  if ((form.isFromInput || form.isOptional) && given.length === 0) return {};
  if (missing.length > 0)
    return say('missing {join} after "{value}"; {usage}', {
      join: missing.join(say(' and ')),
      value: [form.words, ...given].join(' '),
      usage,
    });
  return Object.fromEntries(fields.map((field, at) => [field, given[at] ?? '']));
}

/** What stands there by mistake may be the value: it is not shown. */
function secretExtra({ words }: Form, usage: string, say: Say): string {
  if (words !== 'secret set') return say('too many arguments; {usage}', { usage });
  return say(
    'the value of a secret does not belong on the command line, where the shell’s history keeps it and other users see it; leave it out, then type it at the prompt or send it to standard input',
  );
}

function optionsProblem(
  { forms }: Command,
  form: Form,
  { given, options, say }: { readonly given: readonly string[]; readonly options: Values; readonly say: Say },
): string | undefined {
  const twice = given.find((option, at) => given.indexOf(option) < at && !Array.isArray(options[option]));
  if (twice !== undefined) return say('--{twice} is given twice; give it once', { twice });
  const own = Object.keys(form.options ?? {});
  const misplaced = given.find(option => option !== 'home' && !own.includes(option));
  if (misplaced !== undefined) {
    const places = forms.filter(other => Object.hasOwn(other.options ?? {}, misplaced));
    return say('--{misplaced} goes with {places} only', {
      misplaced,
      places: oneOf(
        places.map(({ words }) => quoted(words, say)),
        say,
      ),
    });
  }
  const needed = Object.entries<CommandOption>(form.options ?? {}).find(
    ([name, option]) => option.isNeeded === true && options[name] === undefined,
  );
  if (needed)
    return say('missing --{value} {value2}; usage: straylight {form}', {
      value: needed[0],
      value2: needed[1].value ?? '',
      form: usageOf(form),
    });
  return unlikeOne(form, options, say);
}

/** Where exactly one of several options has to be given: why it is not so. */
function unlikeOne({ words, oneOf: some, options: known = {} }: Form, options: Values, say: Say): string | undefined {
  if (some === undefined) return undefined;
  const given = some.filter(name => options[name] !== undefined);
  if (given.length === 1) return undefined;
  const flags = oneOf(
    some.map(name => flagOf([name, known[name] ?? { help: '' }])),
    say,
  );
  if (given.length === 0) return say('"{words}" needs one of {flags}', { words, flags });
  return say('"{words}" takes only one of {flags}', { words, flags });
}

function wrong(problem: Sentence, command: Command | undefined): CommandLine {
  return {
    kind: 'wrong',
    problem: inEnglish(problem),
    ...defined({ said: typeof problem === 'string' ? undefined : problem, command: command?.name }),
  };
}
