/** What the process hands to the commands it runs: what only it may know of its surroundings. */
import type { Config } from '../../../config/load.ts';
import type { Io } from '../../commands/io.ts';
import type { FeatureEntry, Features } from '../feature.ts';
import type { Straylight } from '../process/straylight.ts';

export interface Edge {
  readonly io: Io;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of the user; what this process writes is for its owner alone. */
  readonly umask: number;
  /** More than Straylight's own: their settings are read with the others, and `compose` opens them. */
  readonly features: readonly FeatureEntry[];
  readonly now: () => number;
  /** An id that makes a repeat of the same message a no-op. */
  readonly clientId: () => string;
  /** Somebody types here and reads here. */
  readonly isTerminal: boolean;
  /** Standard input is a keyboard. */
  readonly isTyped: boolean;
  /** Standard input is a pipe or a file. */
  readonly isFed: boolean;
  readonly isColored: boolean;
  /** What is shown only ever grows: nothing is drawn twice. */
  readonly isPlain: boolean;
  /** The home, where this very command has made it. */
  readonly newHome?: string;
  /** Loaded late, since it brings every adapter with it. */
  readonly compose: (config: Config, options: Features['options'] & { readonly umask: number }) => Promise<Straylight>;
}
