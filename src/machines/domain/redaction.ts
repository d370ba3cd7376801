/**
 * What is never shown, stored or sent.
 *
 * One redactor stands on every way out. It knows the exact values of the configured secrets, in every form they travel
 * in (secret-forms.ts), and a few shapes that leave no doubt (secret-patterns.ts); all else passes untouched, so that hashes
 * and identifiers stay what they are. What it takes out it names: `[secret:NAME]`.
 */
import { fault } from './failure.ts';
import { formsOf, shortestForm } from './secret-forms.ts';
import { redactShapes, shapeStream, type TextStream } from './secret-patterns.ts';
import { type Scan, textSearch } from './text-search.ts';

export interface Secret {
  /** What is shown in its place, as `[secret:NAME]`. */
  readonly name: string;
  readonly value: string;
}

export interface Redactor {
  /** The text without secrets; the same string where there was none. Linear in the length of the text. */
  text(text: string): string;
  /** Plain data without secrets, in keys too; the same reference where there was none. */
  json<Value>(value: Value): Value;
  /**
   * For text that arrives in pieces: a secret split between two does not pass. Held back is only what may be the beginning of one; `end`
   * gives the rest.
   */
  stream(): TextStream;
}

/** Throws `Fault` (`invalid`) for a value so short that it would be found everywhere; the message names it and not the value. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const names: string[] = [];
  const forms: string[] = [];
  for (const { name, value } of secrets) {
    const trimmed = value.trim();
    if (trimmed.length < shortestForm)
      throw fault(
        'invalid',
        `the secret ${name} has fewer than ${shortestForm} characters: it would be found in ordinary text everywhere, so use a longer one`,
      );
    for (const form of formsOf(trimmed)) {
      forms.push(form);
      names.push(name);
    }
  }
  const search = textSearch(forms);
  const inNumbers = forms.some(form => /^[\d.e+-]+$/.test(form));

  /** The pieces between the hits and the labels in their place, up to `until`; taken hits are removed. */
  function replaced(buffer: string, base: number, until: number, scan: Scan): string {
    let out = '';
    let from = base;
    const count = scan.hits.findIndex(hit => hit.end > until);
    for (const hit of scan.hits.splice(0, count === -1 ? scan.hits.length : count)) {
      out += `${buffer.slice(from - base, hit.start - base)}[secret:${names[hit.needle]}]`;
      from = hit.end;
    }
    return out + buffer.slice(from - base, until - base);
  }

  function withoutForms(input: string): string {
    const scan = search.begin();
    scan.feed(input);
    return replaced(input, 0, input.length, scan);
  }

  function text(input: string): string {
    if (input.length < shortestForm) return input;
    return redactShapes(search.finds(input) ? withoutForms(input) : input);
  }

  function exactStream(): TextStream {
    const scan = search.begin();
    let buffer = '';
    let base = 0;
    function take(wanted: number): string {
      // A secret that overlaps what is still open may grow into it.
      const until = Math.min(wanted, scan.hits.find(hit => hit.start < wanted && hit.end > wanted)?.start ?? wanted);
      const out = replaced(buffer, base, until, scan);
      buffer = buffer.slice(until - base);
      base = until;
      return out;
    }
    return {
      push(piece) {
        buffer += piece;
        scan.feed(piece);
        return take(scan.openFrom);
      },
      end: () => take(base + buffer.length),
    };
  }

  function json(value: unknown): unknown {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') {
      const shown = inNumbers ? text(String(value)) : '';
      return inNumbers && shown !== String(value) ? shown : value;
    }
    if (Array.isArray(value)) {
      const items = value.map(json);
      return items.some((item, at) => item !== value[at]) ? items : value;
    }
    return typeof value === 'object' && value !== null ? members(value) : value;
  }

  function members(value: object): object {
    const before = Object.entries(value);
    const after = before.map(([key, member]) => [text(key), json(member)] as const);
    if (after.every(([key, member], at) => key === before[at]?.[0] && member === before[at]?.[1])) return value;
    // Two keys that held different secrets' forms may now be the same; none may be lost.
    const taken = new Set<string>();
    return Object.fromEntries(
      after.map(([key, member]) => {
        let free = key;
        for (let count = 2; taken.has(free); count++) free = `${key} (${count})`;
        taken.add(free);
        return [free, member];
      }),
    );
  }

  return {
    text,
    json: <Value>(value: Value) => json(value) as Value,
    stream() {
      const exact = exactStream();
      const shapes = shapeStream();
      return {
        push: piece => shapes.push(exact.push(piece)),
        end: () => shapes.push(exact.end()) + shapes.end(),
      };
    },
  };
}
