/** Port: which domains the owner trusts with more than reading. */
import type { Sentence } from '../../domain/policy/sentence.ts';

export interface DomainTrust {
  /** Why a request to this URL can never leave; undefined for one that may. */
  refusal(url: string): Sentence | undefined;
  /** The host and port of this URL, where they lie in the owner's own network and he has let them in. */
  ownHost(url: string): string | undefined;
  /** May a request that changes something go there unasked? */
  isTrusted(url: string): boolean;
  /** Would a yes of the owner be remembered? */
  canBeTrusted(url: string): boolean;
  /**
   * A call to a domain that was not trusted runs: only the owner can have let it, so his yes is written down. Nothing
   * is, where the domain is to be asked about every time.
   */
  approved(url: string, by: string): void;
  /** Commands run without a sandbox, so nothing is trusted by itself. */
  readonly isDirect: boolean;
}
