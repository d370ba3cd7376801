/** Which outside texts of a conversation make its calls ask first, and trusting them. */
import type { Taint } from './taint.ts';

/** A text from outside that a conversation holds. */
export interface OutsideText {
  readonly id: string;
  readonly at: number;
  /** The tool that brought it, or what kind of message it is. */
  readonly from: string;
  /** How it begins, in a line. */
  readonly excerpt: string;
}

export interface TrustView {
  /** How far what stands since its owner's newest words is trusted. */
  readonly level: Taint;
  /** The newest of them since its owner last trusted it, oldest first; and how many there are. */
  readonly texts: readonly OutsideText[];
  readonly count: number;
  /** Of the newest message: trusting it again reaches so far. */
  readonly through: number;
  /** Its owner has trusted it up to here. */
  readonly trustedUntil?: number;
}

export interface TrustService {
  /** Undefined: there is no such conversation. */
  look(session: string): TrustView | undefined;
  /**
   * What it holds up to `through` (epoch ms) no longer makes its calls ask. `by`: from where. False: nothing did.
   * Rejects with a `Fault` while a turn runs, and where more outside text has come since.
   */
  restore(session: string, through: number, by: string, key?: string): Promise<boolean>;
}

/** What is said before it is done. */
export const trustRisk =
  'Calls that ask first because of these texts may then run without asking. Do it only if you know them: one may tell the agent to act against you.';
