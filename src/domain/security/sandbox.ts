/** Where commands run, as the owner sees it, and how it is reset. */

/** Where a command can run; `direct`: without walls, with the rights of the process. */
export const executorKinds = ['docker', 'bubblewrap', 'direct'] as const;

export type ExecutorKind = (typeof executorKinds)[number];

export interface SandboxView {
  readonly kind: ExecutorKind;
  /** Why this one, in a sentence. */
  readonly reason: string;
  readonly health: { readonly ok: boolean; readonly detail: string };
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
