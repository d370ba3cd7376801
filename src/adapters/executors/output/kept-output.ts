/** One stream of a command's output: bounded for the result, decoded as it comes for clients that watch. */
import type { Command } from '../../../ports/executor.ts';
import { type BoundedOutput, boundedOutput } from './bounded-output.ts';

/**
 * A bounded output whose chunks also go, as text, to `onOutput`; a character that comes in two pieces is handed on
 * whole.
 */
export function keptOutput(maxBytes: number, onOutput: Command['onOutput']): BoundedOutput {
  const output = boundedOutput(maxBytes);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    get bytes() {
      return output.bytes;
    },
    push(chunk) {
      output.push(chunk);
      const text = onOutput && decoder.decode(chunk, { stream: true });
      if (text) onOutput(text);
    },
    text: output.text,
  };
}
