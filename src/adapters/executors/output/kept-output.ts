/**
 * One stream of a command's output: as a terminal would show it and bounded for the result, decoded as it comes for
 * clients that watch.
 */

import { createRequire } from 'node:module';
import { utf16Of } from '../../../domain/text/writing/byte-order.ts';
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
  const decoder = outputDecoder();
  const encoder = new TextEncoder();
  const shown = (load('./terminal-text.ts') as typeof TerminalText).terminalText();
  const keep = (text: string) => {
    if (text !== '') output.push(encoder.encode(text));
  };
  /** A command that has ended says nothing more; a reader before that sees what stands there now. */
  const settle = () => {
    keep(shown.push(decoder.end()));
    keep(shown.end());
  };
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    push(chunk) {
      bytes += chunk.length;
      const text = decoder.read(chunk);
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

/** Reads UTF-8, or UTF-16 where the first two bytes say so, as files and programs of Windows have it. */
function outputDecoder() {
  let decoder: TextDecoder | undefined;
  /** Of a mark of two bytes the second may come later. */
  let begun = new Uint8Array();
  return {
    read(chunk: Uint8Array): string {
      if (decoder !== undefined) return decoder.decode(chunk, { stream: true });
      const bytes = begun.length === 0 ? chunk : Uint8Array.of(...begun, ...chunk.subarray(0, 1));
      if (bytes.length === 0 || (bytes.length === 1 && (bytes[0] ?? 0) >= 0xfe)) {
        begun = bytes.slice();
        return '';
      }
      decoder = decoderOf(bytes);
      const first = decoder.decode(bytes, { stream: true });
      return bytes === chunk ? first : first + decoder.decode(chunk.subarray(1), { stream: true });
    },
    /** What is left of a character that was not whole. */
    end(): string {
      return (decoder ?? new TextDecoder()).decode(decoder ? undefined : begun);
    },
  };
}

function decoderOf(bytes: Uint8Array): TextDecoder {
  const marked = utf16Of(bytes);
  return marked ? new TextDecoder(marked) : new TextDecoder('utf-8', { ignoreBOM: true });
}
