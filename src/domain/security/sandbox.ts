/** Where commands run, as the owner sees it, and how it is reset. */
import { type Form, type Sentence, says } from '../policy/sentence.ts';

/** Where a command can run; `direct`: without walls, with the rights of the process. */
export const executorKinds = ['docker', 'bubblewrap', 'direct'] as const;

export type ExecutorKind = (typeof executorKinds)[number];

/** That a sandbox works: in which way, and what was wrong before with the same kind. Its name stands before it. */
export function worksHere(how: Form | undefined, own: Sentence | undefined): Form {
  if (how === undefined && own === undefined) return says`commands run in a sandbox without network.`;
  const way = how === undefined ? says`works here` : says`works here, ${how}`;
  return own === undefined
    ? says`${way}: commands run in a sandbox without network.`
    : says`${way} (${own}): commands run in a sandbox without network.`;
}

export interface SandboxView {
  readonly kind: ExecutorKind;
  /** Why this one, in a sentence. */
  readonly reason: string;
  /** The same as data. */
  readonly said?: Form;
  readonly health: { readonly ok: boolean; readonly detail: string; readonly said?: Form };
  /** Hosts packages may be installed from; none: the sandbox reaches nothing. */
  readonly packageHosts: readonly string[];
  readonly isResetting: boolean;
  /** How the last reset since the start ended; epoch milliseconds. */
  readonly lastReset?: { readonly at: number; readonly ok: boolean; readonly text: string };
}

export interface SandboxService {
  look(): Promise<SandboxView>;
  /**
   * Begins to reset it, and to install again what requirements.txt lists; one that is under way is joined. Answers
   * what happens now; `onEnd` is called once it has ended.
   */
  reset(onEnd?: () => void): Promise<string>;
}
