/**
 * The file of the memory, as the doctor sees it: may Straylight open it, is it whole, and what to do where it is not.
 */

import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseHealth } from '../../domain/supervision/database-health.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { type Say, sayIn } from '../say.ts';
import type { Check } from './doctor.ts';

interface Places {
  readonly home: string;
  readonly database: string;
  readonly backups: string;
}

/** Read through in about a second; a larger file is opened, and no more. */
const checkedBytes = 256 * 2 ** 20;

/** `look` opens the file for reading alone, and reads it through where it has at most so many bytes. */
export function databaseCheck(
  paths: Places,
  look: (file: string, checkedBytes: number) => DatabaseHealth | Promise<DatabaseHealth>,
): Check {
  return {
    name: 'Database',
    run: async (_signal, say = sayIn()) => {
      const { database, home } = paths;
      const health = await tried(() => look(database, checkedBytes));
      switch (health.state) {
        case 'none':
          return {
            verdict: 'ok',
            found: say('{database} does not exist yet; the first start creates it', { database }),
          };
        case 'closed':
          return {
            verdict: 'fail',
            found: say('{database} cannot be opened: {problem}', { database, problem: health.problem }),
            advice: say('check that it is a file and that you own it: ls -ld {home} {database}', {
              home: quoted(home),
              database: quoted(database),
            }),
          };
        case 'damaged':
          return {
            verdict: 'fail',
            found: say('{database} is damaged: {problem}', { database, problem: health.problem }),
            advice: wayOut(paths, say),
          };
        case 'newer':
          return {
            verdict: 'fail',
            found: say(
              '{database} was written by a newer version of Straylight: it has schema {schema}, this version supports up to {newest}',
              { database, schema: health.schema, newest: health.newest },
            ),
            advice: say('use that version. Or {paths}', { paths: wayOut(paths, say) }),
          };
        case 'changed':
          return {
            verdict: 'fail',
            found: say('migration {migration} differs from the one applied to {database}', {
              migration: health.migration,
              database,
            }),
            advice: say('the program files were changed: reinstall Straylight'),
          };
        case 'sound':
          return { verdict: 'ok', found: soundWords(database, health, say) };
      }
    },
  };
}

async function tried(look: () => DatabaseHealth | Promise<DatabaseHealth>) {
  try {
    return await look();
  } catch (thrown) {
    return { state: 'closed', problem: toFailure(thrown).message } as const;
  }
}

function soundWords(
  file: string,
  { schema, newest, bytes, isChecked }: Extract<DatabaseHealth, { state: 'sound' }>,
  say: Say,
): string {
  const size = bytes < 2 ** 20 ? `${Math.ceil(bytes / 1_024)} KB` : `${Math.ceil(bytes / 2 ** 20)} MB`;
  const whole = isChecked
    ? say('intact')
    : say('opens; not checked in full because it is larger than {value} MB', { value: checkedBytes / 2 ** 20 });
  const age =
    schema < newest
      ? say('schema {schema}, which the next start upgrades to {newest}', { schema, newest })
      : say('schema {schema}', { schema });
  return `${file}: ${size}, ${whole}, ${age}`;
}

/**
 * Commands that work as they stand: the log beside the file goes with it, since it would be read into whatever takes
 * its place.
 */
function wayOut({ home, database, backups }: Places, say: Say): string {
  const aside = join(home, 'broken');
  const move = `mkdir -p ${quoted(aside)} && mv ${quoted(database)}* ${quoted(aside)}/`;
  const copy = newestCopy(backups);
  const after = say('(the audit log then shows a break; "straylight audit accept" accepts it)');
  return copy === undefined
    ? say(
        'stop Straylight and move the file away; there is no copy in {backups}, so the next start creates an empty database {after}: {move}',
        { backups, after, move },
      )
    : say('stop Straylight, move the file away and restore the newest copy {after}: {move} && cp {copy} {database}', {
        after,
        move,
        copy: quoted(copy),
        database: quoted(database),
      });
}

/** The newest file among the copies that begins as a database does. */
function newestCopy(folder: string): string | undefined {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith('.db'))
      .map(name => join(folder, name))
      .filter(beginsRight)
      .map(path => ({ path, at: statSync(path).mtimeMs }))
      .sort((a, b) => b.at - a.at)[0]?.path;
  } catch {
    return undefined;
  }
}

function beginsRight(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(16);
    readSync(file, head);
    return head.toString('latin1') === 'SQLite format 3\0';
  } finally {
    closeSync(file);
  }
}

/** As a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
