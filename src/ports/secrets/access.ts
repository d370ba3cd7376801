/**
 * Port: what a tool asks of the owner's secrets.
 *
 * The contract:
 * - `refusal` is asked when a call is frozen, `reveal` in the last step before the values are used; both judge by the
 *   owner's rules as they are then, and every use and every refusal is written down, a use before its value is
 *   answered.
 * - The caller passes a value on to the one use it asked for, and lets it stand in no text: no error, no
 *   result, no log.
 */

import { mainAgent, type SecretUse, whyNotUsed } from '../../domain/secrets/rule.ts';
import { fault } from '../../domain/supervision/failure.ts';

/** One secret for one use. */
export interface SecretRequest {
  readonly name: string;
  readonly use: SecretUse;
}

export interface SecretAccess {
  /** Why one of these may not be used so, in whole sentences; undefined where all may. */
  refusal(requests: readonly SecretRequest[]): string | undefined;
  /** The values by name, for the call of that address. Rejects with `denied` where one may not be used so. */
  reveal(requests: readonly SecretRequest[], call: string): Promise<ReadonlyMap<string, string>>;
}

/** Where there are no secrets. */
export const noSecrets: SecretAccess = {
  refusal: ([first]) => first && whyNotUsed(first.name, undefined, mainAgent, first.use),
  async reveal([first]) {
    if (first) throw fault('denied', `There is no secret named ${first.name}.`);
    return new Map();
  },
};
