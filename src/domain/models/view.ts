/** The models as their owner sees them: `straylight models`, `/model`, `GET /api/models`. */

import type { ModelPrice, OwnPrices, PriceRow } from '../budget/prices.ts';
import type { Form } from '../policy/sentence.ts';
import type { ContextLimit } from './context-limit.ts';
import type { Effort } from './effort.ts';

/** What one model is, and whether it answers now. */
export interface ModelView {
  /** `provider/model`. */
  readonly name: string;
  /** Why it does not answer, and what to do; absent: it answers. */
  readonly problem?: string;
  /** The same as data, from which each language has it. */
  readonly said?: Form;
  readonly contextTokens?: number;
  /** Where its context length is set; absent: the model was made so. */
  readonly limit?: ContextLimit;
  /** What it takes beside text. */
  readonly takesTools?: boolean;
  readonly takesImages?: boolean;
  /** It can be told how much to think; absent: its server does not say. */
  readonly takesEffort?: boolean;
  /** How a reply in JSON is held to its schema: by the provider, to any JSON, or by words alone. */
  readonly format: 'schema' | 'json' | 'words';
  /** It runs on a machine of the owner's. */
  readonly isLocal: boolean;
  readonly price: Pick<ModelPrice, 'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'source'>;
}

/** Which models answer for one kind of work. */
export interface RoleView {
  readonly role: string;
  /** What uses it; absent: nothing here. */
  readonly use?: string;
  /** In the order in which they are called; none where none is set. */
  readonly models: readonly string[];
  /** Why the first of them, in a few words. */
  readonly why: string;
  /** The same as data. */
  readonly said?: Form;
  /** How much the first of them is to think, where that is set. */
  readonly effort?: Effort;
}

export interface ModelsView {
  readonly roles: readonly RoleView[];
  /** Each model that a role names. */
  readonly models: readonly ModelView[];
  /** Settings that no call follows. */
  readonly idle: readonly { readonly setting: string; readonly why: string }[];
}

/** What the models of one provider cost, as this program knows it. */
export interface ProviderPricesView {
  readonly provider: string;
  readonly isFree: boolean;
  readonly rows: readonly PriceRow[];
}

/** What was done about models that were left alone. */
export interface RetriedModels {
  /** Those that may be called again now, as `provider/model`, with when one call would have tried by itself. */
  readonly models: readonly { readonly name: string; readonly until: number | null }[];
  /** Conversations that waited for a model, and ask it now. */
  readonly sessions: readonly string[];
}

export interface ModelService {
  /** The price table, and the owner's own prices by `provider/model`. */
  prices(): { readonly providers: readonly ProviderPricesView[]; readonly own: OwnPrices };
  /** `session`: with the model that was chosen for that conversation. */
  look(session?: string): Promise<ModelsView>;
  /** Gives a conversation a model of its own; `default` takes it away. Answers a sentence. */
  choose(session: string, model: string): Promise<string>;
  /**
   * Ends the rests of models that failed, of one or of all, and the waits of conversations for them. Throws `invalid` for
   * a name that no role has and no rest.
   */
  retry(model: string | undefined): Promise<RetriedModels>;
}
