/**
 * Tokens of logins are renewed before they end, also where nobody uses the server: its owner learns early that a login is
 * needed again.
 *
 * A server may take a refresh token once only. So a renewal is written down before it is asked for; one that a crash has
 * cut off is tried at the next start, and where the server takes the token no more, the owner reads what happened.
 */
import { inTime } from '../../actors/runtime/lifecycle.ts';
import type { KeptLogins } from '../../adapters/mcp/login/kept-logins.ts';
import { type LoginRow, loginCause, renewalAt } from '../../domain/mcp/login.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';
import { saidOf, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { failureWords } from '../../domain/text/texts.ts';
import type { McpLedger } from '../../ports/ledgers/mcp.ts';
import type { Core } from '../feature.ts';
import { loginTexts } from './login-texts.ts';

export interface LoginRenewals {
  /** Renews it now; those who ask meanwhile wait for the same renewal. Throws a `Fault` where that did not work. */
  renew(name: string, url: string): Promise<void>;
  /** Looks again when the next one is due. */
  watch(): void;
  /** Begins no more, and lets those that run end: what a server has given for a token that it takes once is kept. */
  stop(): Promise<void>;
}

interface Means {
  readonly ledger: McpLedger;
  readonly kept: () => Promise<KeptLogins>;
  readonly fetch: () => Promise<typeof globalThis.fetch>;
  /** Of a server; undefined: it is none at an address. */
  readonly addressOf: (name: string) => string | undefined;
  /** Its owner has to log in. */
  readonly needed: (name: string, wasCut: boolean) => void;
}

const [soonestMs, longestMs, dayMs] = [1_000, 3_600_000, 86_400_000];
/** So long a stop waits for renewals that run. */
const graceMs = 10_000;

export function loginRenewals(core: Pick<Core, 'system' | 'clock' | 'report' | 'owner'>, means: Means): LoginRenewals {
  const { system, clock, report, owner } = core;
  const { ledger, kept, fetch, needed } = means;
  const running = new Map<string, Promise<void>>();
  const late = new Map<string, Late>();
  let cancel: (() => void) | undefined;
  let isStopped = false;
  const keep = (name: string, row: LoginRow) => system.perform(() => ledger.keepLogin(name, row));

  async function renewed(name: string, url: string): Promise<void> {
    const [{ renewedLogin }, { loginNeeded }] = await Promise.all([
      import('../../adapters/mcp/login/renewal.ts'),
      import('../../adapters/mcp/login/authority.ts'),
    ]);
    const login = await (await kept()).get(name, url);
    const { renewingSince, ...row } = ledger.login(name) ?? { state: 'done' as const, at: clock.now() };
    try {
      if (!login?.tokens.refresh_token) throw loginNeeded(name);
      await keep(name, { ...row, renewingSince: clock.now() });
      const given = await renewedLogin(login, { name, fetch: await fetch(), now: clock.now });
      // it may have been removed meanwhile
      if (await (await kept()).get(name, url)) await (await kept()).put(name, given);
      late.delete(name);
      const [{ at, authority }, { expiresAt }, renewedAt] = [row, given, clock.now()];
      await keep(name, { state: 'done', at, renewedAt, isRenewable: true, ...defined({ authority, expiresAt }) });
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.cause === loginCause) needed(name, renewingSince !== undefined);
      else await missed(name, row, failure);
      throw thrown;
    }
  }

  /** The server could not be reached: again in a while, and the owner gets to know once it matters. */
  async function missed(name: string, row: LoginRow, failure: ReturnType<typeof toFailure>): Promise<void> {
    const before = late.get(name);
    const now = missedAgain(before, row, clock.now());
    late.set(name, now);
    await keep(name, { ...row, problem: inEnglish(saidOf(failure)) });
    if (now.isReported && !before?.isReported)
      report(
        `mcp:${name}`,
        'failed',
        loginTexts[owner.language].late(name, `${failureWords(failure, owner.language)}.`),
        'aside',
      );
  }

  const dues = () => duesOf(means, running, late);

  function watch(): void {
    cancel?.();
    cancel = undefined;
    if (isStopped || !system.isStarted) return;
    const next = Math.min(...dues().map(({ due }) => due));
    if (!Number.isFinite(next)) return;
    cancel = clock.after(Math.min(Math.max(next - clock.now(), soonestMs), dayMs), () => {
      // what comes of it stands with the login
      for (const { name, url, due } of dues()) if (due <= clock.now()) renew(name, url).catch(() => {});
      watch();
    });
  }

  function renew(name: string, url: string): Promise<void> {
    const there = running.get(name);
    if (there) return there;
    const run = renewed(name, url).finally(() => {
      running.delete(name);
      watch();
    });
    running.set(name, run);
    return run;
  }

  async function stop(): Promise<void> {
    isStopped = true;
    cancel?.();
    if (running.size > 0) await inTime(clock, Promise.allSettled(running.values()), graceMs);
  }
  return { renew, watch, stop };
}

/** One that did not work of late. */
interface Late {
  readonly times: number;
  /** When it is tried again. */
  readonly next: number;
  readonly isReported: boolean;
}

/** Less and less often, and once just when it ends. */
function missedAgain(before: Late | undefined, { expiresAt = Infinity }: LoginRow, now: number): Late {
  const { times, isReported } = before ?? { times: 0, isReported: false };
  const isEnded = expiresAt <= now;
  const later = now + Math.min(60_000 * 2 ** times, longestMs);
  return { times: times + 1, next: isEnded ? later : Math.min(later, expiresAt), isReported: isReported || isEnded };
}

/** When each login is to be renewed that is not just being so. */
function duesOf(
  { ledger, addressOf }: Pick<Means, 'ledger' | 'addressOf'>,
  running: ReadonlyMap<string, unknown>,
  late: ReadonlyMap<string, Late>,
) {
  return ledger.logins().flatMap(row => {
    const { name } = row;
    const [due, url] = [renewalAt(row), addressOf(name)];
    if (due === undefined || url === undefined || running.has(name)) return [];
    return [{ name, url, due: Math.max(due, late.get(name)?.next ?? 0) }];
  });
}
