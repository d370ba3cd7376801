/**
 * One stream of a command's output: as a terminal would show it and bounded for the result, decoded as it comes for
 * clients that watch.
 */
import type { Command } from '../../../ports/executor.ts';
import { type BoundedOutput, boundedOutput } from './bounded-output.ts';
import { terminalText } from './terminal-text.ts';

/**
 * A bounded output whose chunks also go, as text, to `onOutput`; a character that comes in two pieces is handed on
 * whole.
 */
export function keptOutput(maxBytes: number, onOutput: Command['onOutput']): BoundedOutput {
  const output = boundedOutput(maxBytes);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  const shown = terminalText();
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
