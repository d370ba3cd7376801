/** Memories as a model reads them: one line each, its words, then what they are and where they come from. */

import type { Memory } from '../../../domain/memory/memory.ts';
import type { Taint } from '../../../domain/policy/taint.ts';
import type { Said, SaidCode } from '../../../domain/tools/said/texts.ts';

/** `- the words [kind, where from, day, id]` */
export function memoryLine({ id, content, kind, taint, createdAt }: Memory): Said {
  const values = {
    text: onOneLine(content),
    kind: { code: kind },
    origin: { code: origins[taint] },
    day: dayOf(createdAt),
    id,
  };
  return { code: 'memory', values };
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

const origins: Record<Taint, SaidCode> = {
  owner: 'fromOwner',
  auth: 'fromPeer',
  external: 'fromOutside',
};
