/** Lines of a stream of bytes, for commands that read one row a line. */
import { StringDecoder } from 'node:string_decoder';

/**
 * Each line without its line feed. A carriage return before that goes, too; other signs that readers of prose take as
 * ends of lines (U+2028, U+2029, a form feed) may stand in a JSON string and end nothing.
 */
export async function* inputLines(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const piece of input) {
    const [end = '', ...lines] = (typeof piece === 'string' ? piece : decoder.write(Buffer.from(piece))).split('\n');
    rest += end;
    for (const line of lines) {
      yield withoutReturn(rest);
      rest = line;
    }
  }
  rest += decoder.end();
  if (rest !== '') yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
