/** Port: how models count tokens. */
import type { Usage } from '../../domain/conversation/message.ts';

export interface ModelTokens {
  /** Tokens of `provider/model` for each estimated one; a model that has not counted yet has the first factor. */
  factor(model: string): number;
  /** Takes what one reply counted. Kept for later processes too; where that fails, for this one. */
  learn(model: string, estimated: number, usage: Usage): void;
}
