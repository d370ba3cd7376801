/** The tools the rehearsal model can compose; docs/rehearsal.md lists them. A new one is a row in one of the tables. */

import { converting } from './converting.ts';
import { counting } from './counting.ts';
import { extracting } from './extracting.ts';
import { lining } from './lines.ts';
import { reckoning } from './numbers.ts';
import type { Shape } from './shape.ts';
import { measuring } from './units.ts';

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
