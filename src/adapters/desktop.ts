/** The desktop of whoever sits at this computer: its browser, by `open`, which knows macOS, Linux and Windows from within WSL. */
import open from 'open';
import { fault, toFailure } from '../machines/domain/failure.ts';

/** Starts the browser. The address is seen by every user of the computer (`ps`): no secret may stand in it. Throws a `Fault`. */
export async function openInBrowser(url: string): Promise<void> {
  try {
    await open(url);
  } catch (thrown) {
    throw fault('unavailable', `no browser could be started: ${toFailure(thrown).message}`);
  }
}

/** Whether somebody sits before a desktop here, as far as the environment says; over SSH the browser would open elsewhere. */
export function hasDesktop(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env['SSH_CONNECTION'] !== undefined || env['SSH_TTY'] !== undefined) return false;
  if (platform === 'darwin') return true;
  return ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'].some(name => (env[name] ?? '') !== '');
}
