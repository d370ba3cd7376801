/**
 * Hooks: programs of the owner that Claude Code's and Codex's hook files name, run at the same moments with the same
 * JSON.
 */

/** The moments that are known here, as those files name them. */
export const hookEvents = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'PreCompact'] as const;
export type HookEvent = (typeof hookEvents)[number];

/** One command of a hook file. */
export interface Hook {
  /** Names it here: the event, its place in the file, the beginning of the hash of its command. */
  readonly id: string;
  readonly event: HookEvent;
  /** Which tools it is for: empty or `*` for all, names with `|`, or a pattern; of other events none. */
  readonly matcher: string;
  readonly command: string;
  readonly timeoutMs: number;
  /** The file that names it. */
  readonly file: string;
}

/** `changed`: its owner trusted it with another content. It does not run, and what it is for is blocked meanwhile. */
export type HookState = 'trusted' | 'new' | 'changed';

export interface HookRow extends Hook {
  readonly state: HookState;
  /** SHA-256 of its command and of the files that it names. */
  readonly hash: string;
  /** The files that it names. */
  readonly programs: readonly string[];
}

/** What stands in a hook file and is not run here. */
export interface PassedOver {
  readonly file: string;
  readonly what: string;
}

export interface HookService {
  list(): { readonly hooks: readonly HookRow[]; readonly passedOver: readonly PassedOver[] };
  /** From now on it runs with the content it has. Undefined: there is none of that id; throws `denied` for another hash. */
  trust(id: string, hash: string | undefined): HookRow | undefined;
  /** It runs no more until it is trusted again. */
  distrust(id: string): HookRow | undefined;
}

/** What a hook answered. `failed`: with another exit code than 0 and 2, which blocks nothing. */
export interface HookAnswer {
  readonly decision: 'none' | 'allow' | 'block' | 'ask';
  readonly reason: string;
  /** For the model, behind what it is about. */
  readonly addition: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly failed?: string;
}
