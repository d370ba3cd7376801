/** What an effect became. */
import type { Failure } from '../../../domain/supervision/failure.ts';

export type Outcome =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly failure: Failure };
