/** The tools the rehearsal model can compose; docs/rehearsal.md lists them. A new one is a row in one of the tables. */
import type { Shape } from './rehearsal-shape.ts';
import { converting } from './rehearsal-shapes-converting.ts';
import { counting } from './rehearsal-shapes-counting.ts';
import { extracting } from './rehearsal-shapes-extracting.ts';
import { lining } from './rehearsal-shapes-lines.ts';
import { reckoning } from './rehearsal-shapes-numbers.ts';
import { measuring } from './rehearsal-shapes-units.ts';

/** The first that words fit is meant, so the more particular stand first. */
export const shapes: readonly Shape[] = [
  ...extracting,
  ...measuring,
  ...reckoning,
  ...lining,
  ...converting,
  ...counting,
];

/** The shape that words like "counts the words of a text" or "count the words" ask for. */
export function shapeOf(words: string): Shape | undefined {
  return shapes.find(({ sounds }) => sounds.test(words));
}
