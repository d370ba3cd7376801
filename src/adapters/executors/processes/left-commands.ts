/**
 * Ends what a killed Straylight has left running, at the next start.
 *
 * A bubblewrap whose starter dies before it has asked the kernel to die with it sleeps for good. Whatever an executor
 * starts carries a mark of this workspace in its environment (`STRAYLIGHT_RUN` of a command, `STRAYLIGHT_SANDBOX` of a
 * sandbox that waits for one), so it is found by that, never by its name. Docker's containers carry a label, which
 * docker/home.ts looks for. The process that holds the home, and has started nothing yet, may end all of it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Clock } from '../../../ports/clock.ts';
import { signalTo } from './survivors.ts';

/** What the marks of all processes of this workspace begin with. */
export function markOf(workspace: string): string {
  return `${createHash('sha256').update(resolve(workspace)).digest('hex').slice(0, 16)}.`;
}

/**
 * Kills every process with the mark of this workspace until none is left, for two seconds at most. Answers how many
 * there were.
 */
export async function endLeftCommands(workspace: string, clock: Clock): Promise<number> {
  const marks = ['STRAYLIGHT_RUN', 'STRAYLIGHT_SANDBOX'].map(name => `${name}=${markOf(workspace)}`);
  const ended = new Set<number>();
  for (let round = 0; round < 400; round += 1) {
    const left = marked(marks);
    if (left.length === 0) break;
    for (const pid of left) {
      ended.add(pid);
      signalTo(pid, 'SIGKILL');
    }
    await new Promise<void>(done => clock.after(5, done));
  }
  return ended.size;
}

/**
 * Only where there is a /proc; elsewhere none is found. The environment of other users' processes cannot be read, and
 * is none of ours.
 */
function marked(marks: readonly string[]): readonly number[] {
  return namesIn('/proc')
    .filter(name => /^\d+$/.test(name) && name !== String(process.pid))
    .filter(name => {
      const entries = environmentOf(name).split('\0');
      return marks.some(mark => entries.some(entry => entry.startsWith(mark)));
    })
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
