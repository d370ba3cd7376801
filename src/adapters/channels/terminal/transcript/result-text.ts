/** What a tool answered, in a few rows. */
import type { ChatMessage } from '../../../../domain/supervision/view.ts';
import { exactly, readable } from '../../../../domain/text/visible.ts';
import type { Paint } from '../style.ts';
import type { TerminalTexts } from '../texts.ts';

/** So many lines are shown, and of a diff more; the page has all of them. */
const mostLines = 4;
const mostOfDiff = 40;

/** Empty where there is nothing to show: that a call ran is what its own line says. */
export function resultText(
  { text, failed }: Pick<ChatMessage, 'text' | 'failed'>,
  paint: Paint,
  say: Pick<TerminalTexts, 'empty' | 'moreLines'>,
): string {
  if (text.trim() === '' && !failed) return '';
  const { dim } = paint;
  const lines = readable(text.trim())
    .split('\n')
    .map(line => line.trimEnd());
  const isDiff = lines.some(line => /^@@ .* @@/.test(line));
  const most = isDiff ? mostOfDiff : mostLines;
  const shown = lines.length > most + 1 ? lines.slice(0, most) : lines;
  const left = lines.length - shown.length;
  const look = (line: string) => (isDiff ? diffLine(line, paint) : dim(line));
  const [first = '', ...others] = shown.map(line => exactly(line.replaceAll('\t', '  ')).slice(0, 300));
  return [
    `  ${failed ? paint.removed('✗') : dim('→')} ${look(first === '' ? say.empty : first)}`,
    ...others.map(line => `    ${look(line)}`),
    ...(left > 0 ? [dim(`    ${say.moreLines(left)}`)] : []),
  ].join('\n');
}

function diffLine(line: string, { added, removed, dim }: Paint): string {
  if (/^\+(?!\+\+ )/.test(line)) return added(line);
  if (/^-(?!-- )/.test(line)) return removed(line);
  return dim(line);
}
