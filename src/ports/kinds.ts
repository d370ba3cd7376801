/**
 * Everything of which there are several kinds. What reads settings and what makes the parts are given the same lists.
 */
import type { ChannelKind } from './channel-kind.ts';
import type { ModelKind } from './model-kind.ts';
import type { SearchKind } from './web/search-kind.ts';

export interface Kinds {
  readonly models: readonly ModelKind[];
  readonly channels: readonly ChannelKind[];
  readonly searches?: readonly SearchKind[];
}
