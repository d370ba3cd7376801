/** That what a command names is not there, in the language in which the agent speaks to its owner. */
import { fault } from '../domain/supervision/failure.ts';
import type { Io } from './io.ts';
import { sayIn } from './say.ts';

/** A `Fault` of a text of `say.ts`; JSON has one language. */
export function noSuch(
  { io, json = false }: { readonly io: Pick<Io, 'language' | 'program'>; readonly json?: boolean },
  english: string,
  values: Readonly<Record<string, string | number>> = {},
): Error {
  return fault('invalid', sayIn(json ? { language: 'en' } : io)(english, values));
}
