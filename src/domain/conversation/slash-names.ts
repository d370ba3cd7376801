/** The command that a text of a chat is, and the one that a name nobody knows was probably meant to be. */
import { nearest } from '../text/writing/near.ts';
import { sidedText } from './only.ts';

export interface TypedCommand {
  readonly name: string;
  /** What stands behind the name. */
  readonly args: string;
}

/** Undefined for a message, and so for `/local WORDS` and a path such as `/etc/hosts`. */
export function slashCommandIn(text: string): TypedCommand | undefined {
  if (sidedText(text)) return undefined;
  const [, typed, args = ''] = /^\/(\p{L}+)(?:\s+([\s\S]*))?$/u.exec(text.trim()) ?? [];
  if (typed === undefined) return undefined;
  const name = typed.toLowerCase();
  // who asks for help may not know yet that commands are English
  return { name: name === 'hilfe' ? 'help' : name, args: args.trim() };
}

/** What other programs, and owners who speak German, call a command. */
const otherNames: Readonly<Record<string, string>> = {
  cost: 'budget',
  usage: 'budget',
  kosten: 'budget',
  resume: 'sessions',
  history: 'sessions',
  continue: 'sessions',
  conversations: 'sessions',
  permissions: 'approvals',
  freigaben: 'approvals',
  rewind: 'undo',
  revert: 'undo',
  diff: 'undo',
  config: 'status',
  doctor: 'status',
  todos: 'tasks',
  agents: 'tasks',
  aufgaben: 'tasks',
  ziele: 'goals',
  cron: 'jobs',
  termine: 'jobs',
  reminders: 'jobs',
  erinnerungen: 'jobs',
  bye: 'quit',
  ende: 'quit',
  abort: 'stop',
  cancel: 'stop',
  editor: 'edit',
  models: 'model',
  modell: 'model',
  modelle: 'model',
  hilfe: 'help',
  init: 'setup',
  einrichten: 'setup',
  memories: 'memory',
  werkzeuge: 'tools',
};

/** The known command that goes by this other name, is spelled nearly like it, or begins alike. */
export function nearCommand(name: string, known: readonly string[]): string | undefined {
  const called = (typed: string) => (Object.hasOwn(otherNames, typed) ? otherNames[typed] : undefined);
  const others = Object.keys(otherNames).filter(other => known.includes(called(other) ?? ''));
  const spelled = others.includes(name) ? name : nearest(name, [...known, ...others]);
  if (spelled !== undefined) return called(spelled) ?? spelled;
  return known.find(one => one.startsWith(name.slice(0, 3)) || name.startsWith(one));
}
