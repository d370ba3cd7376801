/** The unit of systemd that runs Straylight for its user. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Edge } from '../edge.ts';

export const unit = 'straylight.service';

/** Where it stands, or would; undefined: systemd runs no services for this user. */
export function unitOf(env: Edge['env']): string | undefined {
  const runtime = env['XDG_RUNTIME_DIR'];
  // the manager of this user's services has its socket there
  if (runtime === undefined || !existsSync(join(runtime, 'systemd', 'private'))) return undefined;
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'systemd', 'user', unit);
}
