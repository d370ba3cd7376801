/** All commands: those that are operations, and those that are none. */
import type { CommandForm, CommandOption } from '../../api/command-form.ts';
import { commandForms } from '../../api/command-forms.ts';
import type { OperationName } from '../../api/service.ts';
import { localForms } from './local-forms.ts';

/** A form of a command; `operation`: what it asks for. */
export interface Form extends CommandForm {
  readonly operation?: OperationName;
}

/** The options as they were typed, by name. */
export type Values = Readonly<Record<string, string | true | readonly string[]>>;

/** The commands in the order of the help, with what each is about. */
const summaries = {
  help: 'Show this, or the help of a command',
  init: 'Create the home: settings, folders, a file for secrets',
  start: 'Start the agent, and chat with it in a terminal',
  stop: 'Stop the running agent',
  chat: 'Chat in the terminal',
  ask: 'Send one message and print the reply',
  ui: 'Open the page of the running agent',
  status: 'What is running, and what is waiting for you',
  sessions: 'Conversations of all chats: list, search, read',
  approvals: 'Pending approvals, your decisions, and calls allowed in advance',
  undo: 'Files that turns changed, and restoring them',
  memory: 'What the agent remembers: search, decide, forget',
  tools: 'Tools that the agent has written',
  jobs: 'Scheduled jobs, their runs, and acting on them',
  tasks: 'Tasks: give one, see how it stands, cancel it',
  goals: 'Goals: what the agent and you are about',
  models: 'Models: which is used for what, and choosing one',
  budget: 'Today’s spending and limits',
  secret: 'Secrets that the agent may use but never sees',
  actors: 'Running actors, their history, and acting on them',
  audit: 'The audit log: check, list or export it',
  telegram: 'Telegram accounts that may talk to the agent: pair, list, remove',
  config: 'Your settings: show, check or edit them',
  logs: 'The log of what was done',
  reset: 'Reset the sandbox',
  doctor: 'Check the installation, or what weakens its security',
  policy: 'How a command or tool call would be judged',
  egress: 'Whether a request would be allowed',
  cron: 'When a schedule would fire',
  redact: 'Remove secrets from standard input',
  completion: 'Completion script for bash, zsh or fish',
} as const;

export type CommandName = keyof typeof summaries;

export interface Command {
  readonly name: CommandName;
  readonly summary: string;
  readonly forms: readonly Form[];
}

const json: CommandOption = { help: 'print JSON' };

/** What an operation answers can always be had as JSON. */
const ofOperations: readonly Form[] = Object.entries<readonly CommandForm[]>(commandForms).flatMap(
  ([operation, forms]) =>
    forms.map(form => ({ ...form, options: { ...form.options, json }, operation: operation as OperationName })),
);

const local: readonly Form[] = localForms;

/** What destroys or takes back something asks for the same option everywhere. */
function withYes(form: Form): Form {
  if (form.will === undefined) return form;
  return { ...form, options: { ...form.options, yes: { help: 'do it; without it, only say what it does' } } };
}

export const commands: readonly Command[] = Object.entries(summaries).map(([name, summary]) => ({
  name: name as CommandName,
  summary,
  forms: [...ofOperations, ...local]
    .filter(({ words }) => words.split(' ')[0] === name)
    .map(withYes)
    .toSorted(byPlace),
}));

/** Looking stands before acting. */
function byPlace(a: Form, b: Form): number {
  const place = ({ words }: Form) => (/^\w+( list)?$/.test(words) ? 0 : /^\w+ (show|verify|set)$/.test(words) ? 1 : 2);
  return place(a) - place(b);
}

export function commandOf(name: string): Command | undefined {
  return commands.find(command => command.name === name);
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
