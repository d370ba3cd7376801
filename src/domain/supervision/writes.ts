/** What the supervisor writes beside its own state, by the name of the write. */
import type { AdminCommand, AdminOutcome } from './admin.ts';

/** The writes of the supervisor. */
export interface SupervisorWrites {
  readonly recordReport: { readonly kind: string; readonly subject: string; readonly text: string };
  /** What has become of an act the owner asked for. */
  readonly recordCommand: {
    readonly command: AdminCommand;
    readonly state: AdminOutcome['state'];
    readonly error: string | null;
  };
}
