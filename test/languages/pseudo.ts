/**
 * A third language: each text in brackets, what it names as it is. Whoever loads this file has it, as `--import` does for
 * a process. That it is declared holds every table to `catalog`: one with English and German alone does not type-check.
 */
import { addLanguage } from '../../src/domain/text/catalog.ts';

declare module '../../src/domain/text/catalog.ts' {
  interface Languages {
    xx: unknown;
  }
}

/** What `Intl` reads and an owner does not. */
const unread = new Set(['domain/text/writing/locale#locales']);

/** A text in brackets, and so is each of a table, and what one that takes values answers. */
function bracketed(english: unknown): unknown {
  if (typeof english === 'string') return english.trim() === '' ? english : `⟦${english}⟧`;
  if (typeof english === 'function')
    return (...values: unknown[]) => bracketed(Reflect.apply(english, undefined, values));
  if (Array.isArray(english)) return english.map(bracketed);
  if (typeof english !== 'object' || english === null || english instanceof RegExp) return english;
  return Object.fromEntries(
    Object.entries(english).map(([name, text]) => [name, name === 'locale' ? text : bracketed(text)]),
  );
}

addLanguage('xx', (table, english) => (unread.has(table) ? undefined : bracketed(english)));
