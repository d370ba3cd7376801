/**
 * The way in for a browser that is started with the page: every user of this computer can read its arguments, so
 * neither token nor code stands there. It is given a file only its owner can read, which leads on with a code that is
 * good once and for a minute.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '../../src/api/refusal.ts';
import type { PageRole } from '../../src/domain/supervision/view.ts';
import type { ServerClock } from '../limits.ts';
import { fields, oneOf } from './body.ts';
import type { Route } from './routes.ts';

export interface Entry {
  readonly code: string;
  /** The page that leads on with the code (0600 in a folder 0700); gone when the code is used or too old. */
  readonly file?: string;
}

export interface Entries {
  /** A new code for a role. Those that nobody used are forgotten: a few at a time are enough. */
  make(role: PageRole): Entry;
  /** The role a code is good for; from then on it is good for nothing. */
  take(code: string): PageRole | undefined;
  /** Whether a browser may be on its way. */
  isAwaited(): boolean;
  /** Removes the files that are left. */
  close(): void;
}

/** How long a browser may take to start. */
const goodForMs = 60_000;
const mostAtOnce = 16;

/** `folder`: for the files, and nothing else; without it there are none. `url`: of the page. */
export function entries(
  clock: Pick<ServerClock, 'elapsed' | 'id' | 'after'>,
  { folder, url }: { readonly folder?: string | undefined; readonly url: () => string },
): Entries {
  const waiting = new Map<string, { readonly role: PageRole; readonly until: number; readonly forget: () => void }>();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  const drop = (code: string) => {
    const found = waiting.get(code);
    waiting.delete(code);
    found?.forget();
    return found;
  };
  return {
    make(role) {
      const code = `${clock.id()}${clock.id()}`;
      const oldest = waiting.keys().next();
      if (waiting.size >= mostAtOnce && !oldest.done) drop(oldest.value);
      const file = folder === undefined ? undefined : leadingFile(folder, clock.id(), `${url()}/#o=${code}`);
      const cancel = clock.after(goodForMs, () => drop(code));
      const forget = () => {
        cancel();
        if (file !== undefined) rmSync(file, { force: true });
      };
      waiting.set(code, { role, until: clock.elapsed() + goodForMs, forget });
      return { code, file };
    },
    take(code) {
      const found = drop(code);
      return found && clock.elapsed() < found.until ? found.role : undefined;
    },
    isAwaited: () => waiting.size > 0,
    close() {
      for (const code of [...waiting.keys()]) drop(code);
    },
  };
}

function leadingFile(folder: string, name: string, address: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const file = join(folder, `${name}.html`);
  const html =
    '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Straylight</title>' +
    `<meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">Open Straylight</a>\n`;
  writeFileSync(file, html, { mode: 0o600, flag: 'wx' });
  return file;
}

/** What the owner may have made: a code for a browser, and a new token. */
export function entryRoutes({
  entries,
  renew,
}: {
  readonly entries: Entries;
  /** Makes a new token for a role, and from then on takes no other. Absent: tokens are not renewed here. */
  readonly renew: ((role: PageRole) => void) | undefined;
}): readonly Route[] {
  const role = (body: Readonly<Record<string, unknown>>): PageRole =>
    fields<{ role: PageRole }>(body, { role: oneOf('owner', 'reader') }).role;
  return [
    {
      method: 'POST',
      path: '/api/entries',
      acts: true,
      run: ({ body }) => ({ status: 201, value: entries.make(role(body)) }),
    },
    {
      method: 'POST',
      path: '/api/token/renew',
      acts: true,
      run: ({ body }) => {
        if (!renew) throw refuse(403, 'the tokens of this agent are not renewed over HTTP');
        const renewed = role(body);
        renew(renewed);
        return { status: 200, value: { renewed } };
      },
    },
  ];
}
