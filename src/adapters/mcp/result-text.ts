/** What a tool of a server answered, as the model reads it: its texts in their order, and what is no text by its name. */
import { oneLine } from '../../domain/text/visible.ts';

/** A part of an answer, as the protocol has it; nothing of it is trusted to be what it should. */
export interface ContentPart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly data?: unknown;
  readonly mimeType?: unknown;
  readonly uri?: unknown;
  readonly name?: unknown;
  readonly resource?: unknown;
}

/** Keeps a picture or another file and answers its name in the workspace. */
export type KeepFile = (bytes: Uint8Array, mimeType: string) => Promise<string>;

/** More files of one answer are named and not kept. */
const mostFiles = 8;
const mostBytesOfFile = 10_000_000;

export async function resultText(
  content: readonly ContentPart[],
  structured: unknown,
  keep: KeepFile,
): Promise<string> {
  const parts: string[] = [];
  let kept = 0;
  const file = async (data: unknown, mimeType: unknown, what: string) => {
    const type = oneLine(text(mimeType) || 'application/octet-stream', 100);
    const bytes = Buffer.from(text(data), 'base64');
    if (kept >= mostFiles || bytes.length > mostBytesOfFile || bytes.length === 0)
      return `[${what}, ${type}, ${bytes.length} bytes; not kept]`;
    kept += 1;
    return `[${what}, ${type}, ${bytes.length} bytes; kept as ${await keep(bytes, type)}]`;
  };
  for (const part of content)
    switch (part.type) {
      case 'text':
        parts.push(text(part.text));
        break;
      case 'image':
        parts.push(await file(part.data, part.mimeType, 'a picture'));
        break;
      case 'audio':
        parts.push(await file(part.data, part.mimeType, 'a sound'));
        break;
      case 'resource_link':
        parts.push(`[a link to ${oneLine(text(part.uri), 300)}, ${oneLine(text(part.name), 100)}]`);
        break;
      case 'resource': {
        const { uri, text: words, blob, mimeType } = (part.resource ?? {}) as Record<string, unknown>;
        const name = oneLine(text(uri), 300);
        parts.push(typeof words === 'string' ? `[${name}]\n${words}` : await file(blob, mimeType, `the file ${name}`));
        break;
      }
      default:
        parts.push(`[a part of a kind that is not known: ${oneLine(text(part.type), 40)}]`);
    }
  const whole = parts.filter(one => one !== '').join('\n\n');
  if (whole !== '') return whole;
  return structured === undefined ? '(an empty answer)' : JSON.stringify(structured);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
