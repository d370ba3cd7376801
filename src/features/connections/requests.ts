/**
 * Secrets that were asked for. A request ends with the secret, whichever way that came into the vault: by the page of its
 * link, or by `straylight secret set`; its conversation is told once.
 */
import { existsSync, readFileSync } from 'node:fs';
import { connectionLedger } from '../../adapters/connections/ledger.ts';
import { sqliteTables } from '../../adapters/stores/sqlite/tables.ts';
import { placesOf } from '../../api/views/secrets.ts';
import {
  type ConnectionList,
  type ConnectionService,
  commandFor,
  type KeptRequest,
  linkMs,
  type RequestRow,
  type SecretForms,
} from '../../domain/connections/request.ts';
import { connectionTexts } from '../../domain/connections/texts.ts';
import type { NamedLogin } from '../../domain/mcp/login.ts';
import { says } from '../../domain/policy/sentence.ts';
import type { SecretRow, SecretRule } from '../../domain/secrets/rule.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { SecretKeeper } from '../../ports/secrets/keeper.ts';
import type { Core } from '../feature.ts';

export interface SecretRequests {
  readonly service: ConnectionService;
  readonly forms: SecretForms;
  ask(wanted: {
    readonly name: string;
    readonly why: string;
    readonly rule: SecretRule;
    readonly session: string;
  }): Promise<void>;
  /** Ends what has come, or is too old. */
  settle(): Promise<void>;
  stop(): void;
}

interface Means {
  readonly secrets: Pick<SecretKeeper, 'service' | 'keep' | 'follow' | 'held'>;
  readonly logins: () => readonly NamedLogin[];
  readonly say: (session: string, text: string, key: string) => Promise<unknown>;
}

/** So many may wait at once. */
const mostOpen = 5;

export function secretRequests(core: Core, { secrets, logins, say }: Means): SecretRequests {
  const ledger = connectionLedger(sqliteTables(core.database));
  const { clock, system, report, config, log } = core;
  const { language } = config.owner;
  const { portFile } = config.paths;
  const texts = connectionTexts[language];
  let cancel: (() => void) | undefined;

  const open = () => ledger.requests().filter(({ state }) => state === 'open');
  const good = (handle: string) => open().find(one => one.handle === handle && clock.now() < one.until);
  const where = (rule: SecretRule) => placesOf(rule, secrets.service.takers(), language);

  function rowOf({ handle, ...request }: KeptRequest): RequestRow {
    const link = request.state === 'open' && clock.now() < request.until ? linkTo(handle, portFile) : undefined;
    return { ...request, command: commandFor(request), ...defined({ link }) };
  }

  async function settle(): Promise<void> {
    const set = new Map((await secrets.service.list()).map(({ name, createdAt }) => [name, createdAt]));
    for (const { id, name, at, until, session } of open()) {
      if ((set.get(name) ?? 0) >= at) {
        // first, and once under its key: whatever ends this process in between, the next start goes on
        await say(session, given(name), `connections:${id}`);
        await system.perform(() => ledger.end(id, 'given'));
      } else if (until <= clock.now() && (await system.perform(() => ledger.end(id, 'expired'))))
        report('connections', 'failed', texts.expired(name));
    }
    wait();
  }

  /** Until the next link is too old. */
  function wait(): void {
    cancel?.();
    cancel = undefined;
    const next = Math.min(...open().map(({ until }) => until));
    if (Number.isFinite(next)) cancel = clock.after(Math.max(1, next - clock.now()), settleSoon);
  }

  function settleSoon(): void {
    settle().catch(error => log({ level: 'warn', event: 'connections', problem: toFailure(error).message }));
  }

  secrets.follow(settleSoon);
  return {
    settle,
    stop: () => cancel?.(),
    async ask({ name, why, rule, session }) {
      const waiting = open();
      if (waiting.length >= mostOpen)
        throw fault(
          'exhausted',
          says`${mostOpen} requests for secrets wait for the owner already; wait until one is answered`,
        );
      const at = clock.now();
      const handle = `${clock.id()}${clock.id()}`;
      const kept = await system.perform(() => {
        // a new request takes the place of one for the same secret
        for (const one of waiting) if (one.name === name) ledger.end(one.id, 'expired');
        return ledger.ask({ handle, name, why, rule, session, at, until: at + linkMs });
      });
      const link = linkTo(kept.handle, portFile);
      report('connections', 'completed', texts.asks(name, why, where(rule), link, linkMs / 60_000, commandFor(kept)));
      wait();
    },
    service: {
      list: () => ({ requests: ledger.requests().map(rowOf), logins: logins(), ends: endsOf(secrets.held()) }),
      async refuse(id) {
        const found = open().find(one => one.id === id);
        if (!found) return undefined;
        await say(found.session, refused(found.name), `connections:${id}`);
        await system.perform(() => ledger.end(id, 'refused'));
        wait();
        return rowOf({ ...found, state: 'refused' });
      },
    },
    forms: formsOf({ clock, secrets, good, where, settle }),
  };
}

function endsOf(held: readonly SecretRow[]): ConnectionList['ends'] {
  return held
    .flatMap(({ name, createdAt: setAt, expires }) => (expires === undefined ? [] : [{ name, setAt, expires }]))
    .toSorted((a, b) => a.expires - b.expires);
}

/** What the page of a link shows, and takes. */
function formsOf({
  clock,
  secrets,
  good,
  where,
  settle,
}: {
  readonly clock: Core['clock'];
  readonly secrets: Pick<SecretKeeper, 'keep'>;
  /** The request of a link that is good. */
  readonly good: (handle: string) => KeptRequest | undefined;
  readonly where: (rule: SecretRule) => string;
  readonly settle: () => Promise<void>;
}): SecretForms {
  return {
    find(handle) {
      const found = good(handle);
      return found && { name: found.name, why: found.why, places: where(found.rule) };
    },
    async give(handle, value) {
      const found = good(handle);
      if (!found) throw fault('invalid', says`this link is good no more`);
      const { name, rule, why } = found;
      await secrets.keep({ name, rule, note: why.slice(0, 200), createdAt: clock.now(), value });
      await settle();
    },
  };
}

/** Undefined: no page is served. */
function linkTo(handle: string, portFile: string): string | undefined {
  return existsSync(portFile)
    ? `http://127.0.0.1:${readFileSync(portFile, 'utf8').trim()}/secrets/${handle}`
    : undefined;
}

/** For the model. */
const given = (name: string) => `The secret ${name} is there now; go on with what needed it, as {{secret:${name}}}.`;

const refused = (name: string) =>
  `The owner does not give the secret ${name}. Go on without it, and do not ask for it again.`;
