/**
 * One stream of a command's output: as a terminal would show it and bounded for the result, decoded as it comes for
 * clients that watch.
 */
import { createRequire } from 'node:module';
import type { Command } from '../../../ports/executor.ts';
import { type BoundedOutput, boundedOutput } from './bounded-output.ts';
import type * as TerminalText from './terminal-text.ts';

// With the first command.
const load = createRequire(import.meta.url);

/**
 * A bounded output whose chunks also go, as text, to `onOutput`; a character that comes in two pieces is handed on
 * whole.
 */
export function keptOutput(maxBytes: number, onOutput: Command['onOutput']): BoundedOutput {
  const output = boundedOutput(maxBytes);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  const shown = (load('./terminal-text.ts') as typeof TerminalText).terminalText();
  const keep = (text: string) => {
    if (text !== '') output.push(encoder.encode(text));
  };
  /** A command that has ended says nothing more; a reader before that sees what stands there now. */
  const settle = () => {
    keep(shown.push(decoder.decode()));
    keep(shown.end());
  };
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    push(chunk) {
      bytes += chunk.length;
      const text = decoder.decode(chunk, { stream: true });
      if (text === '') return;
      keep(shown.push(text));
      onOutput?.(text);
    },
    text() {
      settle();
      return output.text();
    },
  };
}
