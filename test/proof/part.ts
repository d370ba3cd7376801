/** Which part of a long proof runs with every commit: another one with another commit. */
import { execFileSync } from 'node:child_process';

/** Names the state of the sources; a constant where there is no git. */
export function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  } catch {
    return 'no commit';
  }
}
