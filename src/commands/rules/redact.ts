/**
 * `straylight redact`: takes the secrets out of what is piped through it. Needs no home; known values come with the
 * rows or not at all.
 *
 * Plain text goes through as it comes, held back only where it may be the beginning of a secret.
 */
import { guard } from '../../domain/secrets/credential-guard.ts';
import { createRedactor } from '../../domain/secrets/redaction.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import type { Io } from '../io.ts';

type Lines = Iterable<string> | AsyncIterable<string>;

/** Exit code: always 0. `chunks` are pieces of text, cut anywhere; `write` gets them without secrets. */
export async function redactStream(chunks: Lines, write: (text: string) => Promise<void> | void): Promise<number> {
  const stream = createRedactor([]).stream();
  for await (const chunk of chunks) {
    const clean = stream.push(chunk);
    if (clean !== '') await write(clean);
  }
  const rest = stream.end();
  if (rest !== '') await write(rest);
  return 0;
}

/**
 * Rows `{"text", "known"?: [values]}`, answered with `{"text", "found": [{"start", "end", "type"}]}`: offsets in UTF-16
 * units of the text that came, `type` is `known` or the kind of secret. `inbound`: rows `{"text"}` are what an owner
 * wrote, answered with the guard's verdict and what is kept; in the place of a message that is blocked stands what the
 * owner is told. Exit code: 1 where a line was no row.
 */
export async function redactRows(options: {
  readonly lines: Lines;
  readonly inbound: boolean;
  readonly io: Io;
}): Promise<number> {
  let exitCode = 0;
  for await (const line of options.lines) {
    if (line.trim() === '') continue;
    const row = readRow(line);
    const answer = 'error' in row ? row : answered(row, options.inbound, options.io.language);
    if ('error' in answer) exitCode = 1;
    options.io.out(JSON.stringify(answer));
  }
  return exitCode;
}

interface Row {
  readonly text: string;
  readonly known: readonly string[];
}

function answered({ text, known }: Row, inbound: boolean, language: Language = 'en'): object {
  try {
    const redactor = createRedactor(known.map(value => ({ name: 'known', value })));
    if (!inbound) return { text: redactor.text(text), found: redactor.find(text) };
    const { verdict, text: kept, kinds } = guard(text, redactor);
    return { verdict, text: verdict === 'block' ? texts(language).credentialBlocked(kinds.join(', ')) : kept };
  } catch (thrown) {
    return { error: toFailure(thrown).message };
  }
}

function readRow(line: string): Row | { readonly error: string } {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return { error: 'this is no row: expected one JSON object a line' };
  }
  const { text, known = [] } = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>;
  if (typeof text !== 'string') return { error: 'this is no row: expected "text", a text' };
  if (!Array.isArray(known) || !known.every(value => typeof value === 'string'))
    return { error: 'this is no row: expected "known" as a list of texts' };
  return { text, known };
}
