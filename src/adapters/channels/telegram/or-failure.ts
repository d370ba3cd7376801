/** Calls into Straylight, whose failures decide whether an update counts as taken. */
import { type Failure, toFailure } from '../../../domain/supervision/failure.ts';

/** What the receiver answered, or why it did not, as data. */
export async function orFailure<T>(
  ask: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly failure: Failure }> {
  try {
    return { value: await ask() };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}
