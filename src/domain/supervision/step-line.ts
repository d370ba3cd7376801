import type { Frame, StepLine } from './view.ts';

/** A step of an actor in short, as the list of all steps shows it. */
export function stepLine({ actor, entry }: Pick<Extract<Frame, { type: 'journal' }>, 'actor' | 'entry'>): StepLine {
  const { seq, at, event, source, from, leaf } = entry;
  return { actor, seq, at, type: event.type, source, from, to: leaf };
}
