/** The slash commands of chats, each over the operations it names; every channel answers with the same. */

import { chatAnswer, typedActions } from '../../api/chat-commands.ts';
import { typedInChat } from '../../api/chat-forms.ts';
import type { Client } from '../../api/client/client.ts';
import type { OperationName } from '../../api/service.ts';
import type { Look } from '../../api/view.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import { type Style, style } from '../io.ts';
import { forgetWords, namesWords } from '../memory/forget-words.ts';
import { viewLines } from '../view.ts';
import { chatTexts } from './texts.ts';

export interface SlashCall {
  readonly agent: Client;
  /** What stands behind the name. */
  readonly args: string;
  /** The address of the chat's first conversation. */
  readonly chat: string;
  readonly now: number;
  /** In which the agent speaks to its owner. */
  readonly language: Language;
  /** Names this command where it may come again after a crash. */
  readonly act?: string;
  readonly style?: Style;
}

export interface SlashAnswer {
  readonly lines: readonly string[];
  /** It is columns, to be shown letter by letter. */
  readonly isCode: boolean;
  /** The conversation it leads to. */
  readonly session?: string;
  /** Steps are to be shown from now on, or no more. */
  readonly showsSteps?: boolean;
}

interface SlashCommand {
  /** Of what stands behind the name; all else follows from operations. Left out: everything. */
  readonly takes?: (args: string) => boolean;
  readonly uses: readonly OperationName[];
  readonly run: (call: SlashCall) => Promise<SlashAnswer>;
}

/** What `/name` does. */
export const slashCommands: Readonly<Record<string, SlashCommand>> = {
  memory: {
    takes: namesWords,
    uses: ['memory.carrying', 'memory.forgetWords'],
    run: async ({ agent, args, language, style: colors = style(false) }) =>
      code(viewLines(await forgetWords(agent, args, language), colors)),
  },
  local: { uses: [], run: async ({ language }) => plain(chatTexts(language).only('local')) },
  cloud: { uses: [], run: async ({ language }) => plain(chatTexts(language).only('cloud')) },
};

/** The answer to `/name`; undefined where there is no such command. Rejects with a `Fault` that can be shown. */
export async function slashAnswer(name: string, call: SlashCall): Promise<SlashAnswer | undefined> {
  const args = call.args.trim();
  const command = Object.hasOwn(slashCommands, name) ? slashCommands[name] : undefined;
  if (command && command.takes?.(args) !== false) return command.run({ ...call, args });
  const { agent, language, now, chat, style: colors = style(false) } = call;
  const look: Look = { language, now, chat, typed: typedInChat };
  const answer = await chatAnswer(agent, { name, args }, look);
  if (!answer) return undefined;
  const { view, session, showsSteps } = answer;
  const shown = viewLines(view, colors);
  const hints = typedActions(view, look, shown);
  return {
    ...code([...shown, ...(hints.length === 0 ? [] : ['', hints.join(', ')])]),
    ...defined({ session, showsSteps }),
  };
}

/** The answer as Markdown, for a channel that shows that. */
export function slashMarkdown({ lines, isCode }: SlashAnswer): string {
  if (!isCode) return lines.join('\n');
  const [only = ''] = lines;
  // a sentence is no column, and what it names as a command can be tapped
  const isSentence = lines.length === 1 && only.length <= 300 && !/^\s|\s{2}/.test(only);
  return isSentence ? only.replace(/[\\`*_~[\]<>#|&!]/g, '\\$&') : asCode(lines);
}

/** Letter by letter as Markdown: nothing in it is formatting. */
function asCode(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function plain(text: string): SlashAnswer {
  return { lines: text.split('\n'), isCode: false };
}

function code(lines: readonly string[]): SlashAnswer {
  return { lines, isCode: true };
}
