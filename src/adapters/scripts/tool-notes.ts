/** The lines a model reads about tools that are not offered to it in full. */

import { oneLine } from '../../domain/text/visible.ts';
import { stateOf, type ToolRecord } from '../../domain/tools/health.ts';
import type { ToolEntry } from './tool-entry.ts';

/** More lines on what cannot be used would help nobody. */
const mostOutOfUse = 40;

/** `rest`: could be offered and is not. Empty where there is nothing to say. */
export function toolNotes(
  rest: readonly { readonly name: string; readonly description: string }[],
  all: readonly { readonly entry: ToolEntry; readonly record: ToolRecord }[],
): string {
  const more = rest.map(({ name, description }) => `- ${name}: ${oneLine(description, 100)}`);
  const out = all.flatMap(({ entry, record }) => {
    const why = shortly(entry, record);
    return why === undefined ? [] : [`- ${entry.name} ${oneLine(why, 200)}`];
  });
  const parts = [
    ...(more.length > 0
      ? [`## More tools of your own\nshow_tool offers one of these in full:\n${more.join('\n')}`]
      : []),
    ...(out.length > 0 ? [`## Tools of your own that are out of use\n${out.slice(0, mostOutOfUse).join('\n')}`] : []),
  ];
  return parts.join('\n\n');
}

/** The same for the instructions: what a file says of itself, and what a program said last, is not repeated there. */
function shortly(entry: ToolEntry, record: ToolRecord): string | undefined {
  const why = outOfUse(entry, record);
  if (entry.problem !== undefined) return 'cannot be used: its files are not right; show_tool says why';
  if (!why?.startsWith('is quarantined')) return why;
  const [, count = 'failures'] = /^is quarantined after (\d+ failures in a row)/.exec(why) ?? [];
  return `is quarantined after ${count}; show_tool says the last one`;
}

/** Why a tool cannot be used, to stand after its name; undefined where it can. */
export function outOfUse(entry: ToolEntry, record: ToolRecord): string | undefined {
  if (entry.problem !== undefined) return `cannot be used: ${oneLine(entry.problem, 300)}`;
  const state = stateOf(record, entry.hash);
  if (state === 'disabled') return 'was switched off by the owner';
  if (state === 'quarantined') return `is quarantined after ${oneLine(record.reason ?? 'failures', 300)}`;
  return undefined;
}
