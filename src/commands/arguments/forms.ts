/** All commands: those that are operations, and those that are none. */

import { createRequire } from 'node:module';
import type { CommandForm, CommandOption } from '../../api/command-form.ts';
import type * as Service from '../../api/service.ts';
import type { Words } from '../../domain/text/catalog.ts';
import { defined } from '../../domain/text/json.ts';
import { localForms } from './local-forms.ts';

const load = createRequire(import.meta.url);

/** A form of a command; `operation`: what it asks for. */
export interface Form extends CommandForm {
  readonly operation?: Service.OperationName;
}

/** The options as they were typed, by name. */
export type Values = Readonly<Record<string, string | true | readonly string[]>>;

/** The commands that ask for no operation, with what each is about. */
const own = {
  help: 'Show this, or the help of a command',
  init: 'Create the home: settings, folders, a file for secrets',
  start: 'Start the agent, and chat with it in a terminal',
  stop: 'Stop the running agent',
  chat: 'Chat in the terminal',
  ask: 'Send one message and print the reply',
  ui: 'Open the page of the running agent',
  config: 'Your settings: show, check or edit them',
  logs: 'The log of what was done',
  doctor: 'Check the installation, or what weakens its security',
  policy: 'How a command or tool call would be judged',
  egress: 'Whether a request would be allowed',
  cron: 'When a schedule would fire',
  redact: 'Remove secrets from standard input',
  completion: 'Completion script for bash, zsh or fish',
} as const;

/** What is typed first: one of these, or of what operations bring. */
export type CommandName = keyof typeof own | (string & {});

export interface Command {
  readonly name: CommandName;
  readonly summary: string | Words;
  readonly forms: readonly Form[];
}

/** The order of the help; what is not among these stands before the settings. */
const order = [
  'help',
  'init',
  'start',
  'stop',
  'chat',
  'ask',
  'ui',
  'status',
  'sessions',
  'approvals',
  'undo',
  'memory',
  'tools',
  'jobs',
  'tasks',
  'goals',
  'models',
  'budget',
  'secret',
  'actors',
  'audit',
  'telegram',
  'config',
  'logs',
  'reset',
  'doctor',
  'policy',
  'egress',
  'cron',
  'redact',
  'completion',
];

const json: CommandOption = { help: 'print JSON' };

/** Loaded when a command is asked about that is none of our own: most of what is typed is `ask`. */
const operationForms = once((): readonly Form[] =>
  (load('../../api/service.ts') as typeof Service).allOperations().flatMap(({ name, operation }) =>
    (operation.commands ?? []).map(form => ({
      ...form,
      ...defined({ wakes: operation.wakes ? (true as const) : undefined }),
      // what an operation answers can always be had as JSON
      options: { ...form.options, json },
      operation: name,
    })),
  ),
);

/** All commands, in the order of the help. */
export const commands = once((): readonly Command[] => {
  const names = new Set([...Object.keys(own), ...operationForms().map(({ words }) => firstOf(words))]);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.indexOf('config') - 0.5);
  return [...names].toSorted((a, b) => place(a) - place(b)).map(name => commandFrom(name, operationForms()));
});

export function commandOf(name: string): Command | undefined {
  if (Object.hasOwn(own, name)) return commandFrom(name, []);
  return commands().find(command => command.name === name);
}

function commandFrom(name: string, ofOperations: readonly Form[]): Command {
  const forms = [...ofOperations, ...(localForms as readonly Form[])].filter(({ words }) => firstOf(words) === name);
  const about = forms.find(form => form.about !== undefined)?.about;
  const summary = Object.hasOwn(own, name) ? own[name as keyof typeof own] : (about ?? forms[0]?.help ?? '');
  return { name, summary, forms: forms.map(withYes).toSorted(byPlace) };
}

function firstOf(words: string): string {
  return words.split(' ', 1)[0] ?? '';
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What destroys or takes back something asks for the same option everywhere. */
function withYes(form: Form): Form {
  if (form.will === undefined) return form;
  return { ...form, options: { ...form.options, yes: { help: 'do it; without it, only say what it does' } } };
}

/** Looking stands before acting. */
function byPlace(a: Form, b: Form): number {
  const place = ({ words }: Form) => (/^\w+( list)?$/.test(words) ? 0 : /^\w+ (show|verify|set)$/.test(words) ? 1 : 2);
  return place(a) - place(b);
}

/** The options of all its forms by name. */
export function optionsOf({ forms }: Command): Readonly<Record<string, CommandOption>> {
  return Object.assign({}, ...forms.map(({ options = {} }) => options));
}

/** What is typed for a form: `approvals deny ID [--why TEXT] [--json]`. */
export function usageOf({ words, args = {}, options = {}, isFromInput, isOptional }: Form): string {
  const given = Object.entries<CommandOption>(options);
  const instead = given.filter(([, option]) => option.isInstead);
  const names = Object.values(args).map(name => (isFromInput || isOptional ? `[${name}]` : name));
  const after = instead.length === 0 ? names : [`${names.join(' ')}|${instead.map(flagOf).join('|')}`];
  const written = given
    .filter(([, option]) => !option.isInstead)
    .map(([name, option]) => (option.isNeeded ? flagOf([name, option]) : `[${flagOf([name, option])}]`));
  return [words, ...after, ...written].join(' ');
}

/** `--why TEXT` */
export function flagOf([name, { value }]: readonly [string, CommandOption]): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
