/**
 * The corpora of the redactor and of the credential guard, read from the files beside this one. They were written
 * before the rules.
 */
import { readFileSync } from 'node:fs';
import { type FakeText, namedText, randomFrom, written } from './fake-text.ts';

/** Texts in which each marked secret must be found. */
export function secretTexts(): readonly FakeText[] {
  const random = randomFrom(20_260_401);
  return linesOf('secret-texts.txt').map(line => namedText(line, random));
}

/** Texts that must stay exactly as they are. */
export function lookAlikes(): readonly string[] {
  const random = randomFrom(19_840_701);
  return linesOf('look-alikes.txt').map(line => written(line, random));
}

/** Messages of an owner by what the guard must answer. */
export function guardMessages(): {
  readonly block: readonly FakeText[];
  readonly redact: readonly FakeText[];
  readonly pass: readonly string[];
} {
  const random = randomFrom(20_770_107);
  const parts = read('guard-messages.txt').split(/^### (?:block|redact|pass):.*$/m);
  const [block = [], redact = [], pass = []] = parts.slice(1).map(telling);
  return {
    block: block.map(line => namedText(line, random)),
    redact: redact.map(line => namedText(line, random)),
    pass: pass.map(line => written(line, random)),
  };
}

function linesOf(file: string): readonly string[] {
  return telling(read(file));
}

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/** Without headings, remarks and empty lines. */
function telling(text: string): readonly string[] {
  return text.split('\n').filter(line => line !== '' && !/^#(?:##)? /.test(line));
}
