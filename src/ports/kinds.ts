/** Everything of which there are several kinds. What reads settings and what makes the parts are given the same list. */
import type { ModelKind } from './model-kind.ts';

export interface Kinds {
  readonly models: readonly ModelKind[];
}
