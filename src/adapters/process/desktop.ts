/**
 * The desktop of this computer: its browser, by `open`, which knows macOS, Linux and Windows from
 * within WSL.
 */
import open from 'open';
import { fault, toFailure } from '../../domain/supervision/failure.ts';

/**
 * Starts the browser with an address or a file. Every user of the computer sees it (`ps`): no secret may stand in it.
 * What the browser writes gets the modes of `umask`. Throws a `Fault`.
 */
export async function openInBrowser(target: string, umask: number): Promise<void> {
  const ours = process.umask(umask);
  try {
    await open(target);
  } catch (thrown) {
    throw fault('unavailable', `no browser could be started: ${toFailure(thrown).message}`);
  } finally {
    process.umask(ours);
  }
}

/**
 * Whether somebody sits before a desktop here, as far as the environment says; over SSH the browser would open
 * elsewhere.
 */
export function hasDesktop(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env['SSH_CONNECTION'] !== undefined || env['SSH_TTY'] !== undefined) return false;
  if (platform === 'darwin') return true;
  return ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'].some(name => (env[name] ?? '') !== '');
}
