/** One line that its owner types at a terminal and nobody sees. */
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import { fault } from '../../domain/supervision/failure.ts';

/**
 * What was typed or pasted up to the first line's end. Rejects with `cancelled` at Ctrl-C, Ctrl-D and the end of the
 * input.
 */
export async function hiddenLine({
  input,
  write,
  question,
}: {
  readonly input: ReadStream;
  /** Where the question stands. */
  readonly write: (text: string) => void;
  readonly question: string;
}): Promise<string> {
  const decoder = new StringDecoder('utf8');
  let line = '';
  // First, so that what is typed the moment the question shows is unseen already.
  input.setRawMode(true);
  write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      const stop = () => reject(fault('cancelled', 'the input ended before Enter, so nothing was saved'));
      input.once('end', stop);
      input.on('data', (chunk: Buffer) => {
        for (const key of decoder.write(chunk)) {
          if (key === '\r' || key === '\n') return resolve(line);
          if (key === '\x03' || key === '\x04') return stop();
          if (key === '\x7f' || key === '\b') line = [...line].slice(0, -1).join('');
          else if (key === '\x15') line = '';
          else line += key;
        }
      });
      input.resume();
    });
  } finally {
    input.removeAllListeners('data');
    input.removeAllListeners('end');
    input.setRawMode(false);
    input.pause();
    write('\n');
  }
}
