/**
 * Port: one command, isolated.
 *
 * The contract:
 * - The command runs under `bash -c` (or `sh` where there is no bash) in the workspace, in a process group of its own,
 *   with an environment of its own: no variable of this process reaches it, and `env` reaches no other command.
 * - Every command has a deadline: TERM to the group at `timeoutMs`, KILL five seconds later; the same on abort. Nothing
 *   of the group outlives the call, nor this process, however it ends.
 * - stdout and stderr are what a terminal would show of them (decoded as UTF-8, lines drawn again once, no escapes),
 *   bounded (`maxOutputBytes` each, head and tail kept, the cut said in the text).
 * - An exit code other than 0 is a result. A `Fault` is thrown only where the command could not be started
 *   (`unavailable`), or where its sandbox was lost while it ran, so that nobody knows how far it came (`unknown`).
 * - Behind walls, no command sees, stops or speaks for another, nor finds anything of an earlier one but in the
 *   folders. What is private in them it sees only where it is `given` it, whenever it came there.
 */

import { type Form, type Sentence, worded } from '../domain/policy/sentence.ts';
import type { ExecutorKind } from '../domain/security/sandbox.ts';
export interface Command {
  readonly command: string;
  /**
   * A program and its arguments, run without a shell instead of `command`, which then only names it. Paths as in
   * `Executor.folders`.
   */
  readonly argv?: readonly string[];
  /** Text for its standard input; without it standard input is empty. */
  readonly stdin?: string;
  /**
   * Private files and folders that it may see, as `Executor.folders` shows them; where there are walls, all others are
   * hidden from it (src/domain/privacy).
   */
  readonly given?: readonly string[];
  /** More variables for this command alone. They stand in no argument of any program, where others could read them. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Output as it comes, for clients that watch. */
  readonly onOutput?: (chunk: string) => void;
  /**
   * It wrote something or used its processor, some time in the last seconds; a command that only waits is not heard of.
   */
  readonly onAlive?: () => void;
}

export interface CommandResult {
  /** Absent when a signal ended it. */
  readonly exitCode?: number;
  readonly signal?: string;
  /** Why a signal was sent, where we sent it. */
  readonly ended?: 'timeout' | 'cancelled';
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes the command wrote, kept, shown or not. */
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  readonly durationMs: number;
  /** The private files and folders that were hidden from it; absent where there were none. */
  readonly hidden?: readonly string[];
}

export interface ExecutorHealth {
  readonly ok: boolean;
  /** In one line: what is there, or what went wrong. */
  readonly detail: string;
  /** The same as data; absent: words of others. */
  readonly said?: Form;
}

/** What a check found, in a sentence. */
export function healthAs(ok: boolean, said: Sentence): ExecutorHealth {
  return { ok, ...worded('detail', said) };
}

export interface Executor {
  readonly kind: ExecutorKind;
  /** What it isolates and what it does not, in one sentence for the owner and the model. */
  readonly description: string;
  /** Where a command sees the two folders it may write to. */
  readonly folders: { readonly workspace: string; readonly scripts: string };
  execute(command: Command): Promise<CommandResult>;
  /** Does it work now? Absent where there is nothing that could fail by itself. */
  health?(): Promise<ExecutorHealth>;
  /** Replaces what outlives a command, but workspace and scripts. Absent where nothing does. */
  reset?(): Promise<void>;
  /** As whom commands run, where that is not the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Stops every running command and gives back what it holds. */
  close(): Promise<void>;
}
