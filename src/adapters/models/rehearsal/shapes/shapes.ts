/** The tools the rehearsal model can compose; docs/rehearsal.md lists them. A new one is a row in one of the tables. */

import type { Language } from '../intent.ts';
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

/** What a tool of a shape says of itself: to the owner who asked for it, too. */
export function descriptionOf({ description, wish }: Shape, language: Language): string {
  return language === 'de' ? `Ein Werkzeug, das ${wish.de}.` : description;
}

/** The shape a tool was made of, by what it says of itself in either language. */
export function shapeDescribed(words: string): Shape | undefined {
  return shapes.find(shape => (['en', 'de'] as const).some(one => words.startsWith(descriptionOf(shape, one))));
}
