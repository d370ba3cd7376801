/** A mind for the scripted models: it remembers, looks up and runs by the tools it is offered, whatever the wire. */
import type { AnswerTurn, Turn } from '../../peers/script.ts';

/** What each reply costs; a wire without a cache has no use for the last two. */
export const usage = { inputTokens: 100, outputTokens: 20, cacheReadTokens: 300, cacheWriteTokens: 40 };

/** Answers from results where there are any, else by the tool that the words ask for. */
export const mind: AnswerTurn = ({ said, results }): Turn => {
  const [result] = results;
  if (result) return { text: `It says: ${result.text}`, usage, deltas: 3 };
  const [, fact] = /^remember that (.+)$/.exec(said) ?? [];
  if (fact) return call('memory_save', { content: fact });
  const [, command] = /^run (.+)$/.exec(said) ?? [];
  if (command) return call('execute_command', { command });
  if (said.endsWith('?')) return call('memory_search', { query: said });
  return { text: 'I see.', usage, deltas: 3 };
};

/** One tool call. */
export function call(name: string, input: Readonly<Record<string, string>> | string): Turn {
  return { toolCalls: [{ name, arguments: input }], usage };
}
