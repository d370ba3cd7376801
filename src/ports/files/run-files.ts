/** Port: what the files hold that a command executes, at this moment. */
import type { Obeyed } from '../../domain/shell/obeying/obeyed-file.ts';
import type { ShownFile } from '../../domain/tools/run-file.ts';

/** Synchronous, so that nothing of this process comes between two of them. Never throws. */
export type RunFiles = (obeyed: readonly Obeyed[]) => readonly ShownFile[];
