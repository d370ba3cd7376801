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
 * - A program that lives on (`open`) has the same walls, but for what its `Resident` grants; it has no deadline, and it
 *   ends, with all that it started, at `kill`, at `close`, and with this process, however that ends.
 */

import type { Readable, Writable } from 'node:stream';
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

/** A program that lives on beside the commands, and what it may see and reach. */
export interface Resident {
  /** In messages. */
  readonly name: string;
  /** The program and its arguments, without a shell. */
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly workspace: 'none' | 'read' | 'write';
  /** More of this machine, under the same path; an absolute path each. */
  readonly folders: readonly { readonly path: string; readonly isWritable: boolean }[];
  /** A folder with the socket `proxy.sock` of an HTTP proxy, which is then all the network there is; else there is none. */
  readonly proxyFolder?: string;
}

export interface RunningResident {
  readonly pid: number;
  readonly input: Writable;
  readonly output: Readable;
  /** The end of what it wrote to its standard error. */
  complaint(): string;
  /** Resolves once nothing of it is left. */
  readonly ended: Promise<void>;
  /** False: what is private in the workspace is no longer what was hidden from it, so it is to be started again. */
  isCurrent(): Promise<boolean>;
  /** TERM, then KILL after a moment; resolves with `ended`. */
  kill(): Promise<void>;
}

export interface Executor {
  readonly kind: ExecutorKind;
  /** What it isolates and what it does not, in one sentence for the owner and the model. */
  readonly description: string;
  /** Where a command sees the two folders it may write to. */
  readonly folders: { readonly workspace: string; readonly scripts: string };
  execute(command: Command): Promise<CommandResult>;
  /** Absent where no program can live on. Throws a `Fault` (`unavailable`) where it could not be started. */
  open?(resident: Resident): Promise<RunningResident>;
  /** Does it work now? Absent where there is nothing that could fail by itself. */
  health?(): Promise<ExecutorHealth>;
  /** Replaces what outlives a command, but workspace and scripts. Absent where nothing does. */
  reset?(): Promise<void>;
  /** As whom commands run, where that is not the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Stops every running command and gives back what it holds. */
  close(): Promise<void>;
}
