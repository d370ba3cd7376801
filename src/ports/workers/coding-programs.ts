/**
 * Port: the programs of coding workers, each on a copy of a folder.
 *
 * The contract:
 * - A program and all that it starts end with `end`, with the abort of what waits for it, and with this process.
 * - `open` answers the name of its thread before anything was said to it; `turn` says something to it once.
 * - A program lives on between two turns, while its owner is asked. `gone`: it does not, and nothing was said to it.
 */
import type { Sentence } from '../../domain/policy/sentence.ts';
import type { FrozenCall } from '../../domain/tools/tool.ts';

export interface NamedWork {
  readonly address: string;
  readonly worker: string;
  readonly folder: string;
}

export interface ProgramTurn extends NamedWork {
  readonly thread: string;
  readonly task: string;
  readonly words: 'task' | 'again' | null;
  readonly answer: { readonly id: string; readonly isAllowed: boolean } | null;
}

export interface TurnSigns {
  readonly signal: AbortSignal;
  /** It goes on. */
  readonly alive: () => void;
  /** What it says that it does, in one line. */
  readonly line: (text: string) => void;
}

export interface CodingPrograms {
  open(
    work: NamedWork & { readonly thread: string | null },
    signal: AbortSignal,
  ): Promise<{ readonly thread: string } | { readonly lost: Sentence } | { readonly problem: Sentence }>;
  turn(
    turn: ProgramTurn,
    signs: TurnSigns,
  ): Promise<
    | { readonly kind: 'gone' }
    | { readonly kind: 'asked'; readonly call: FrozenCall }
    | { readonly kind: 'ended'; readonly stop: string; readonly text: string }
  >;
  /** Ends its program, where there is one. */
  end(address: string): Promise<void>;
  /** The newest lines of what it said that it does. */
  lines(address: string): readonly string[];
  close(): Promise<void>;
}
