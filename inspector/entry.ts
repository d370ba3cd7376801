/**
 * A way in that may stand where others can read it: a code that opens the page once, within a minute.
 *
 * The address a browser is started with is shown to every user of the computer (`ps`), so the token must not be in it.
 */
import type { PageRole } from '../src/machines/domain/view.ts';
import { fields, oneOf } from './body.ts';
import type { ServerClock } from './limits.ts';
import { refuse } from './refusal.ts';
import type { Route } from './routes.ts';

export interface Entries {
  /** A new code for a role. Those that nobody used are forgotten: a few at a time are enough. */
  make(role: PageRole): string;
  /** The role a code is good for; from then on it is good for nothing. */
  take(code: string): PageRole | undefined;
}

/** How long a browser may take to start. */
const goodForMs = 60_000;
const mostAtOnce = 16;

export function entries(clock: Pick<ServerClock, 'elapsed' | 'id'>): Entries {
  const waiting = new Map<string, { readonly role: PageRole; readonly until: number }>();
  return {
    make(role) {
      const code = `${clock.id()}${clock.id()}`;
      const oldest = waiting.keys().next();
      if (waiting.size >= mostAtOnce && !oldest.done) waiting.delete(oldest.value);
      waiting.set(code, { role, until: clock.elapsed() + goodForMs });
      return code;
    },
    take(code) {
      const found = waiting.get(code);
      waiting.delete(code);
      return found && clock.elapsed() < found.until ? found.role : undefined;
    },
  };
}

export interface EntryRoutesParts {
  readonly entries: Entries;
  /** Makes a new token for a role, and from then on takes no other. Absent: tokens are not renewed here. */
  readonly renew: ((role: PageRole) => void) | undefined;
}

/** What the owner may have made: a code for a browser, and a new token. */
export function entryRoutes({ entries, renew }: EntryRoutesParts): readonly Route[] {
  const role = (body: Readonly<Record<string, unknown>>): PageRole =>
    fields<{ role: PageRole }>(body, { role: oneOf('owner', 'reader') }).role;
  return [
    {
      method: 'POST',
      path: '/api/entries',
      acts: true,
      run: ({ body }) => ({ status: 201, value: { code: entries.make(role(body)) } }),
    },
    {
      method: 'POST',
      path: '/api/token/renew',
      acts: true,
      run: ({ body }) => {
        if (!renew) throw refuse(403, 'the tokens of this house are not renewed over HTTP');
        const renewed = role(body);
        renew(renewed);
        return { status: 200, value: { renewed } };
      },
    },
  ];
}
