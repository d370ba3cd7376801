/** What the owner typed in the terminal, kept in the home without secrets: a JSON string a line, newest last. */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tracesOf } from '../../domain/memory/forgetting.ts';
import { guard } from '../../domain/secrets/credential-guard.ts';
import { createRedactor } from '../../domain/secrets/redaction.ts';
import type { Phrase } from '../../domain/text/writing/phrase-search.ts';

export interface TypedTexts {
  /** Newest first, each once in a row. */
  readonly texts: readonly string[];
  /** Keeps one more. A text that is a secret is not kept; a disk that is full loses it, and nothing else. */
  readonly add: (text: string) => void;
}

const most = 1_000;
const longest = 10_000;

export function typedTexts(file: string): TypedTexts {
  const texts = read(file);
  const redactor = createRedactor([]);
  if (texts.length > most * 2) shorten(file, texts);
  return {
    texts: texts.toReversed().filter((text, at, all) => text !== all[at - 1]),
    add(text) {
      const kept = guard(text, redactor);
      if (kept.verdict === 'block' || kept.text.length > longest) return;
      try {
        appendFileSync(file, `${JSON.stringify(kept.text)}\n`, { mode: 0o600 });
      } catch {
        // it is a convenience: what was said is in the conversation
      }
    },
  };
}

function read(file: string): string[] {
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
  return lines.flatMap(line => {
    try {
      const text: unknown = JSON.parse(line);
      return typeof text === 'string' ? [text] : [];
    } catch {
      // the last line of a process that was killed
      return [];
    }
  });
}

/** Takes out what carries one of the phrases. Throws where the file cannot be written: then nothing is forgotten. */
export function forgetTyped(file: string, phrases: readonly Phrase[]): void {
  const texts = read(file);
  const traces = tracesOf(phrases);
  const stays = texts.filter(text => !traces.in(text));
  if (stays.length < texts.length) replace(file, stays);
}

function shorten(file: string, texts: readonly string[]): void {
  try {
    replace(file, texts.slice(-most));
  } catch {
    // as above
  }
}

/** Others may add to it at the same moment; what they add to the old file is lost, which is a line of history. */
function replace(file: string, texts: readonly string[]): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, texts.map(text => `${JSON.stringify(text)}\n`).join(''), { mode: 0o600 });
  renameSync(draft, file);
}
