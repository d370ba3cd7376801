/** The living children of a process, by /proc. */
import { readdirSync, readFileSync } from 'node:fs';

export function children(of: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && parentOf(pid) === of);
}

function parentOf(pid: number): number | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}
