/** Port: which files of the agent's folders are private, to be read by what the owner approves alone. */
import type { PrivateNames } from '../../domain/privacy/private-names.ts';
import type { Place } from './confined.ts';

export interface PrivateFiles {
  readonly names: PrivateNames;
  /**
   * Is what lies there private, by its name, by where it lies, or as another name of a private file? As commands name it,
   * from `/workspace` or `/scripts` on; undefined: it is not.
   */
  privateAt(place: Place): string | undefined;
  /** Every name of something private at the moment, links that lead to it among them; at most `most`. */
  now(most: number): readonly string[];
}
