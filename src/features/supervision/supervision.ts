/**
 * Who looks after the actors: breakers, incidents, the owner's acts, and the watchdog that finds what does not move.
 */

import { createRequire } from 'node:module';
import type { Config } from '../../../config/load.ts';
import type * as Directives from '../../actors/runtime/directives.ts';
import type { EffectSource, Lookup, MachineEntry, Registry } from '../../actors/runtime/registry.ts';
import type { System, SystemOptions } from '../../actors/runtime/system.ts';
import type * as Administering from '../../actors/supervision/administration.ts';
import { type Breakers, createBreakers } from '../../actors/supervision/breakers.ts';
import type * as Directive from '../../actors/supervision/directive.ts';
import { createPatternWatch, type PatternWatch } from '../../actors/supervision/patterns.ts';
import type * as Remedy from '../../actors/supervision/remedy.ts';
import { createStallMeter } from '../../actors/supervision/stalls.ts';
import { standing } from '../../actors/supervision/standing.ts';
import type { Watch } from '../../actors/supervision/watch.ts';
import { createWatchdog, type Watchdog } from '../../actors/supervision/watchdog.ts';
import { later } from '../../adapters/process/later.ts';
import { sqliteCommandLedger } from '../../adapters/stores/sqlite/ledgers/commands.ts';
import { agentFacts } from '../../adapters/stores/sqlite/queries/agent-facts.ts';
import { type AdminService, whyNever } from '../../domain/supervision/admin.ts';
import type { Finding } from '../../domain/supervision/patterns.ts';
import type { SupervisorWrites } from '../../domain/supervision/writes.ts';
import { defined } from '../../domain/text/json.ts';
import { type BreakerInput, circuitBreakerMachine, migrateBreaker } from '../../machines/circuit-breaker.ts';
import { incidentMachine } from '../../machines/incident/chart.ts';
import { migrateIncident } from '../../machines/incident/migrate.ts';
import { incidentView } from '../../machines/incident/view.ts';
import { storedState } from '../../machines/stored.ts';
import { supervisorMachine } from '../../machines/supervisor/chart.ts';
import { migrateSupervisor } from '../../machines/supervisor/migrate.ts';
import type { SupervisorInput } from '../../machines/supervisor/types.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { HostStore } from '../../ports/store.ts';
import type { WriteContext, Writer } from '../../ports/writer.ts';
import { type Core, type Feature, feature } from '../feature.ts';

// With the first act of the owner or of the supervisor.
const load = createRequire(import.meta.url);
const directives = (system: System) =>
  (load('../../actors/runtime/directives.ts') as typeof Directives).directives(system);

export interface Supervision {
  readonly machines: readonly MachineEntry[];
  readonly effects: Readonly<Record<string, EffectSource>>;
  readonly lookups: Readonly<Record<string, Lookup>>;
  readonly writers: Readonly<Record<string, Writer>>;
  /** What the host is given: where its reports go, what decides whether an effect may start, what is never stopped. */
  readonly host: Pick<SystemOptions, 'reportsTo' | 'admission' | 'whyNeverStopped'>;
  /** For calls that are made within an effect. */
  readonly breakers: Breakers;
  /** Once the host is there. `watches`: all checks that run by themselves, the watchdog among them. */
  begin(
    system: System,
    registry: Registry,
  ): { readonly admin: AdminService; readonly watchdog: Watchdog; readonly watches: Feature };
}

declare module '../feature.ts' {
  interface Features {
    readonly supervision: Supervision;
    readonly watches: Feature & { readonly admin: AdminService };
  }
}

/** With everything that watches a running process. */
export const supervisionFeature = feature('supervision', ['home', 'audit', 'models'], ({ home, audit, models }) => {
  const { watchdog, paths } = home.config;
  const { longestPauseMs } = models.patience;
  return supervisionOf(home, audit.write, { ...watchdog, folder: paths.home }, models.inLine.length, longestPauseMs);
});

export const watchesFeature = feature('watches', ['host', 'supervision', 'boot'], ({ host, supervision }) => {
  const { admin, watches } = supervision.begin(host.core.system, host.registry);
  return { ...watches, admin };
});

type Watched = Pick<Core, 'database' | 'store' | 'clock'>;

/**
 * `watch`: how the whole process is watched; without it only its actors are. `models`: how many stand in line;
 * `modelRestMs`: the longest rest of one that keeps failing.
 */
export function supervisionOf(
  home: Watched & {
    readonly config: { readonly breakers: BreakerInput; readonly owner: Pick<Core['owner'], 'language'> };
  },
  audit: AuditLog['write'],
  watch?: Config['watchdog'] & { readonly folder: string },
  models = 1,
  modelRestMs?: number,
): Supervision {
  const { config, database, store, clock } = home;
  const commands = sqliteCommandLedger(database);
  const waiting = new Map<string, (() => void)[]>();
  const breakers = createBreakers({ store, now: clock.now });
  let system: System | undefined;
  /** Effects run once the host does. */
  const host = (): System => {
    if (!system) throw new Error('the host of the actors is not there yet');
    return system;
  };
  const patterns = watch && patternsIn(home, watch, mail => host().accept(mail));
  return {
    breakers,
    machines: machinesOf(config, modelRestMs),
    effects: effectsOf(host, models),
    lookups: {
      standing: standing({
        store,
        isSafe: () => host().isSafe,
        isFound: (kind, subject) => patterns?.isFound(kind, subject) ?? false,
        isSilent: effect =>
          host()
            .silent()
            .some(({ row }) => row.address === effect),
      }),
    },
    writers: writersOf(commands, audit, waiting),
    host: {
      reportsTo: 'supervisor',
      admission: breakers,
      whyNeverStopped: address => whyNever('stop', address),
    },
    begin(started, registry) {
      system = started;
      // silence is noticed when it begins, not up to a minute later
      const everyMs = watch && Math.min(watch.everyMs, watch.heartbeatMs);
      const watchdog = createWatchdog({
        system: started,
        store,
        registry,
        clock,
        everyMs,
      });
      return {
        watchdog,
        admin: lazyAdmin({
          system: started,
          store,
          registry,
          commands,
          onEnded: (id, call) => waiting.set(id, [...(waiting.get(id) ?? []), call]),
        }),
        watches: together([
          watchdog,
          ...(watch ? watchesOfProcess(started, home, watch.stallMs) : []),
          ...(patterns ? [patterns] : []),
        ]),
      };
    },
  };
}

/** `host`: effects run once it is there. */
function effectsOf(host: () => System, models: number): Readonly<Record<string, EffectSource>> {
  const source = (logic: () => EffectSource['logic']): EffectSource => ({
    get logic() {
      return logic();
    },
    policy: 'keyed',
    isService: true,
    timeoutMs: 30_000,
  });
  return {
    directive: source(() =>
      (load('../../actors/supervision/directive.ts') as typeof Directive).directive(directives(host())),
    ),
    remedy: source(() =>
      (load('../../actors/supervision/remedy.ts') as typeof Remedy).remedy(directives(host()), host(), models),
    ),
  };
}

function lazyAdmin(given: Parameters<typeof Administering.administration>[0]): AdminService {
  return later(
    () => (load('../../actors/supervision/administration.ts') as typeof Administering).administration(given),
    { command: true, choose: true, preview: true },
  );
}

function patternsIn(
  { database, store, clock }: Watched,
  watch: Config['watchdog'] & { readonly folder: string },
  accept: System['accept'],
): PatternWatch {
  const facts = agentFacts({ database, folder: watch.folder });
  return createPatternWatch({ system: { accept }, clock, limits: watch, facts, open: () => openPatterns(store) });
}

/** What is watched where this process is the agent and no part of another program. */
function watchesOfProcess(system: System, home: Watched, stallMs: number): readonly Watch[] {
  return [createStallMeter(system, home.clock, processorMs, stallMs), restWatch(home)];
}

/** Loaded once the agent has run for a while: a command that only asks has ended by then. */
function restWatch({ store, clock, database }: Watched): Watch {
  let isEnded = false;
  let end = () => {};
  async function begin(): Promise<void> {
    const { createRestWatch } = await import('../../actors/supervision/rest.ts');
    const { collectGarbage } = await import('../../adapters/process/collector.ts');
    if (isEnded) return;
    const giveBack = () => {
      database.pragma('shrink_memory');
      collectGarbage();
    };
    const watch = createRestWatch({ store, clock, residentBytes: process.memoryUsage.rss, giveBack });
    watch.begin();
    end = watch.end;
  }
  return {
    begin() {
      end = clock.after(restWatchAfterMs, () => void begin());
    },
    end() {
      isEnded = true;
      end();
    },
  };
}
const restWatchAfterMs = 1_000;

function machinesOf(
  { breakers, owner }: Parameters<typeof supervisionOf>[0]['config'],
  modelRestMs: number | undefined,
): readonly MachineEntry[] {
  return [
    {
      machine: supervisorMachine,
      startsWith: (): SupervisorInput => ({ language: owner.language }),
      migrate: migrateSupervisor,
      isVital: true,
    },
    {
      machine: circuitBreakerMachine,
      // a model is looked at as often as those who wait for it do
      startsWith: (address): BreakerInput => ({
        ...breakers,
        ...defined({
          longestRestMs:
            modelRestMs !== undefined && address.startsWith('circuit-breaker:model:') ? modelRestMs : undefined,
        }),
      }),
      migrate: migrateBreaker,
      isVital: true,
    },
    { machine: incidentMachine, migrate: migrateIncident, isShortLived: true, isVital: true },
  ];
}

/** `waiting`: what is called back when a command has ended. */
function writersOf(
  commands: ReturnType<typeof sqliteCommandLedger>,
  audit: AuditLog['write'],
  waiting: Map<string, (() => void)[]>,
): Supervision['writers'] {
  return {
    recordCommand({ command, state, error }: SupervisorWrites['recordCommand'], { at, onCommitted }: WriteContext) {
      commands.record(command, { state, error: error ?? undefined }, at);
      const { id, verb, by } = command;
      audit({ kind: `admin.${state}`, subject: command.actor, facts: { verb, by, command: id } }, { at, onCommitted });
      if (state === 'asked') return;
      onCommitted(() => {
        for (const call of waiting.get(id) ?? []) call();
        waiting.delete(id);
      });
    },
  };
}

function together(all: readonly Watch[]): Feature {
  return {
    start() {
      for (const one of all) one.begin();
    },
    stop() {
      for (const one of all) one.end();
    },
  };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Patterns whose incident is still open. */
function openPatterns(store: HostStore): readonly Pick<Finding, 'kind' | 'subject'>[] {
  return store
    .census()
    .filter(({ machine }) => machine === 'incident')
    .flatMap(({ machine, version, leaf }) => store.actorsIn(machine, version, leaf))
    .flatMap(address => {
      const row = store.actor(address);
      if (row?.status !== 'active') return [];
      const { trouble } = incidentView(storedState(row.state));
      if (!trouble) return [];
      const { kind, subject } = trouble;
      return kind === 'spending' || kind === 'diskLow' || kind === 'growing' ? [{ kind, subject }] : [];
    });
}
