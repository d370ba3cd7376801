/** The commands of chats, as they follow from operations: which there are, and how each is typed. */
import { inWords } from '../domain/text/catalog.ts';
import type { Language } from '../domain/text/texts.ts';
import type { CommandForm } from './command-form.ts';
import type { Operation } from './contract.ts';
import { allOperations } from './service.ts';

/** A form as it is typed in a chat. */
export interface ChatForm {
  readonly operation: string;
  readonly declared: Operation;
  readonly form: CommandForm;
}

let forms: readonly ChatForm[] | undefined;

/** Looking stands before acting. */
function chatForms(): readonly ChatForm[] {
  forms ??= allOperations().flatMap(({ name, operation }) =>
    operation.view && operation.offered.includes('slash')
      ? (operation.slash ?? operation.commands ?? []).map(form => ({ operation: name, declared: operation, form }))
      : [],
  );
  return forms;
}

/** Those whose first word it is. */
export function formsOf(name: string): readonly ChatForm[] {
  return chatForms().filter(({ form }) => firstOf(form.words) === name);
}

/** A command of a chat, as its owner is shown it. */
export interface ListedCommand {
  readonly name: string;
  /** What it is about. */
  readonly help: string;
  /** What may stand behind the name alone: `N`. */
  readonly args?: string | undefined;
  /** What else may stand behind it: `add`. */
  readonly words: readonly string[];
  /** How it is typed where something stands behind it: `goals add TEXT`. */
  readonly ways: readonly string[];
}

/** All commands that follow from operations. */
export function chatCommands(language: Language): readonly ListedCommand[] {
  const names = [...new Set(chatForms().map(({ form }) => firstOf(form.words)))];
  return names.map(name => {
    const own = formsOf(name).map(({ form }) => form);
    const { about, help } = own.find(form => form.about !== undefined) ?? own[0] ?? { help: '' };
    const typed = own.flatMap(form => [form.words, ...(form.also ?? [])].map(words => ({ words, form })));
    const argsOf = ({ args = {} }: CommandForm) => Object.values(args).join(' ');
    const alone = typed.find(({ words, form }) => words === name && argsOf(form) !== '');
    const isWay = ({ form, words }: (typeof typed)[number]) =>
      !form.isDefault && (words === name || form.words === words);
    return {
      name,
      help: inWords(about ?? help, language),
      args: alone && argsOf(alone.form),
      words: [...new Set(typed.flatMap(({ words, form }) => (form.isDefault ? [] : words.split(' ').slice(1, 2))))],
      ways: typed.filter(isWay).map(({ words, form }) => `${words} ${argsOf(form)}`.trim()),
    };
  });
}

/** The command of a chat that shows what this operation is about: of its subject at least. */
export function commandOf(operation: string): string | undefined {
  const subject = `${operation.split('.', 1)[0]}.`;
  const form =
    chatForms().find(one => one.operation === operation) ?? chatForms().find(one => one.operation.startsWith(subject));
  return form && firstOf(form.form.words);
}

/** How a chat is told to type it: `/jobs NAME` for `jobs show NAME`, in the shortest way it takes. */
export function typedInChat(words: string): string {
  const [, command = '', args] = /^(.+?)((?: [A-Z]+)+)$/.exec(words) ?? [];
  const form = formsOf(firstOf(words)).find(one => one.form.words === command)?.form;
  const short = form?.also?.find(also => command.startsWith(`${also} `));
  return short === undefined ? `/${words}` : `/${short}${args}`;
}

function firstOf(words: string): string {
  return words.split(' ', 1)[0] ?? '';
}
