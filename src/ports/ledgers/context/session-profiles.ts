/** Port: which profile the owner has named for a conversation. */
import type { ProfileName } from '../../../domain/context/profiles.ts';

export interface SessionProfiles {
  /** Undefined: rules choose. */
  get(session: string): ProfileName | undefined;
  /** Within a transaction of the host. Undefined: rules choose again. */
  set(session: string, profile: ProfileName | undefined, at: number): void;
}
