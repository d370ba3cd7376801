/** What an owner sees of the personality, and does with it. */
import type { Mood } from './mood.ts';
import type { Axis, AxisSource } from './personality.ts';
import type { Mode, Register, Situation } from './situation.ts';

export interface PersonalityView {
  readonly preset: string;
  readonly presets: readonly string[];
  /** `value`: as it was chosen, 0 to 1; `now`: with situation and mood. */
  readonly axes: readonly {
    readonly axis: Axis;
    readonly value: number;
    readonly now: number;
    readonly from: AxisSource;
  }[];
  /** Of the conversation that is asked about; undefined: none is, or nothing is chosen. */
  readonly situation?: Situation | undefined;
  readonly register?: Register | undefined;
  readonly mode?: Mode | undefined;
  readonly topic?: string | undefined;
  readonly mood?: Mood | undefined;
  /** What the model is told; empty: nothing. */
  readonly directive: string;
  /** Why it is neutral although something was chosen. */
  readonly problem?: string | undefined;
}

export interface PersonalityService {
  look(session?: string): PersonalityView;
  /** Each resolves after the commit, and counts with the next turn. */
  set(axis: Axis, value: number): Promise<void>;
  /** Throws `invalid` where there is no such preset. */
  preset(name: string): Promise<void>;
  /** What was said in chats counts no more; `agent.toml` does. */
  reset(): Promise<void>;
}
