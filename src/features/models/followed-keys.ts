/**
 * Keys as they stand in `.env` now: one that is changed there counts from the next call on, without a restart. What the
 * environment of the process has set wins, as at a start, and cannot change.
 */
import { readFileSync, statSync } from 'node:fs';
import { readDotEnv } from '../../../config/dot-env.ts';
import type { Config } from '../../../config/load.ts';
import { reveal } from '../../../config/secrets.ts';
import type { Redactor } from '../../domain/secrets/redaction.ts';

/** The value of a key now; undefined: it is not set. Costs a look at the file's time. */
export type FollowedKeys = (name: string) => string | undefined;

export function followedKeys(
  { secrets, paths }: Pick<Config, 'secrets' | 'paths'>,
  redactor: Pick<Redactor, 'learn'>,
): FollowedKeys {
  const file = paths.envFile;
  let seen = stampOf(file);
  const first = entriesOf(file);
  const values = new Map<string, string>();
  // also one that was nowhere at the start
  const isOfFile = (name: string) => reveal(secrets, name) === undefined || first.get(name) === reveal(secrets, name);

  function look(): void {
    const now = stampOf(file);
    if (now === seen) return;
    seen = now;
    for (const [name, value] of entriesOf(file)) {
      if (value === '' || value === reveal(secrets, name)) values.delete(name);
      else if (isOfFile(name) && isLearned(name, value)) values.set(name, value);
    }
  }

  /** False: it is too short to be taken out of what is shown, so it is no key. */
  function isLearned(name: string, value: string): boolean {
    try {
      redactor.learn(name, value);
      return true;
    } catch {
      return false;
    }
  }

  return name => {
    look();
    return values.get(name) ?? reveal(secrets, name);
  };
}

/** Changes with each change of the file; empty where there is none. */
function stampOf(file: string): string {
  try {
    // an error for a file that is not there would cost more than all of a look
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
  } catch {
    return '';
  }
}

function entriesOf(file: string): ReadonlyMap<string, string> {
  try {
    const entries = readDotEnv(readFileSync(file, 'utf8'), file, []);
    return new Map([...entries].map(([name, { value }]) => [name, value]));
  } catch {
    return new Map();
  }
}
