/** What was said last in a conversation, for who comes to it. */
import type { TerminalScreen } from './screen.ts';

export interface Exchange {
  /** Before the reply: what its owner said. */
  readonly lines: readonly string[];
  /** What the agent said last, in Markdown and safe to show. */
  readonly reply?: string;
  /** What came after it, a line each. */
  readonly since?: readonly string[];
}

/** Shows it above what is being written. */
export function showExchange(
  screen: Pick<TerminalScreen, 'print' | 'markdown'>,
  { lines, reply, since = [] }: Exchange,
): void {
  if (lines.length > 0) screen.print(lines.join('\n'));
  if (reply !== undefined) screen.markdown(reply);
  if (since.length > 0) screen.print(since.join('\n'));
}
