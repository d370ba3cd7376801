/** Memories as a model reads them: one line each, its words, then what they are and where they come from. */
import type { Memory } from '../../../domain/memory/memory.ts';
import type { Taint } from '../../../domain/policy/taint.ts';

/** `- the words [kind, where from, day, id]` */
export function memoryLine({ id, content, kind, taint, createdAt }: Memory): string {
  return `- ${onOneLine(content)} [${kind}, ${origins[taint]}, ${dayOf(createdAt)}, ${id}]`;
}

/** On one line; where a line ended behind an opening bracket there is no blank. */
export function onOneLine(text: string): string {
  return text
    .replace(/(?<=[([{„“])\s*\n\s*/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `2026-11-23`, in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

const origins: Record<Taint, string> = {
  owner: 'from the owner',
  auth: 'from a known peer',
  external: 'from outside, not verified',
};
