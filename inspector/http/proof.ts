/**
 * Who this server is, shown before a token is sent to it; and how a page that is open goes on after a restart.
 *
 * A program that takes the port while Straylight is down knows neither the token nor the keys, so it can prove nothing. A
 * token counts for one start. A page gets a key of its own besides, which stays in its memory and never travels again:
 * with it server and page prove themselves to each other after a restart, and the page is given the token of that
 * start.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ProofParts, proofText } from '../../src/domain/security/page-proof.ts';
import type { PageRole } from '../../src/domain/supervision/view.ts';
import type { ServerClock } from '../limits.ts';
import { clientMadeId, type Field, fields, maybe } from './body.ts';
import type { Guard } from './guard.ts';
import { sendJson } from './reply.ts';
import type { Route } from './routes.ts';

type Body = Readonly<Record<string, unknown>>;

export interface Proofs {
  /** `POST /prove {nonce, key?}`: the proof under each token, or under the page's key. */
  prove(body: Body, host: string): { readonly start: string; readonly proofs: readonly string[] };
  /** `POST /continue {key, nonce, answer}`: the token of this start for a page that proves its key. */
  resume(body: Body, host: string): { readonly token: string };
  /** `POST /api/continuations`: a page's own key. */
  readonly routes: readonly Route[];
}

const roles: readonly PageRole[] = ['owner', 'reader'];

export function proofs({
  token,
  pageKey,
  guard,
  clock,
}: {
  readonly token: (role: PageRole) => string | undefined;
  /** What the keys of a role's pages are made from; kept over restarts, another one makes them worthless. */
  readonly pageKey: (role: PageRole) => string;
  readonly guard: Pick<Guard, 'turnDown'>;
  readonly clock: Pick<ServerClock, 'id'>;
}): Proofs {
  const start = clock.id();
  const secretOf = (key: string): string | undefined => {
    const role = roles.find(one => key.startsWith(`${one}.`));
    return role && mac(pageKey(role), `straylight key\n${key}`);
  };

  return {
    prove(body, host) {
      const { nonce, key } = fields<{ nonce: string; key?: string }>(body, {
        nonce: clientMadeId,
        key: maybe(clientMadeId),
      });
      const secrets = key === undefined ? roles.map(token) : [secretOf(key)];
      const text = proofText('server', { host, nonce, start });
      return { start, proofs: secrets.flatMap(secret => (secret === undefined ? [] : [mac(secret, text)])) };
    },

    resume(body, host) {
      const { key, nonce, answer } = fields<Record<'key' | 'nonce' | 'answer', string>>(body, {
        key: clientMadeId,
        nonce: clientMadeId,
        answer: macField,
      });
      const secret = secretOf(key);
      const role = roles.find(one => key.startsWith(`${one}.`));
      const known = role && token(role);
      if (secret === undefined || known === undefined || !isAnswer(secret, { host, nonce, start }, answer))
        throw guard.turnDown('this page is not known here any more; run "straylight ui" for a new link');
      return { token: known };
    },

    routes: [
      {
        method: 'POST',
        path: '/api/continuations',
        run({ body, role, response }) {
          fields(body, {});
          const key = `${role}.${clock.id()}`;
          // past the redactor: this one answer is there to hand the key over
          sendJson(response, JSON.stringify, 201, { key, secret: secretOf(key) });
          return 'taken';
        },
      },
    ],
  };
}

const macField: Field<string> = {
  expected: 'a MAC in base64url',
  check: (value): value is string => typeof value === 'string' && /^[\w-]{43}$/.test(value),
};

function isAnswer(secret: string, parts: ProofParts, answer: string): boolean {
  return timingSafeEqual(Buffer.from(mac(secret, proofText('page', parts))), Buffer.from(answer));
}

function mac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}
