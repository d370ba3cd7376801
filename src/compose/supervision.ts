/** Who looks after the actors: breakers, incidents, the owner's acts, and the watchdog that finds what does not move. */
import type { Config } from '../../config/load.ts';
import { administration } from '../actors/administration.ts';
import { directive, remedy, standing } from '../actors/remedy.ts';
import { directives } from '../actors/runtime/directives.ts';
import type { EffectSource, Lookup, MachineEntry, Registry, WriteContext } from '../actors/runtime/registry.ts';
import type { System } from '../actors/runtime/system.ts';
import { createWatchdog, type Watchdog } from '../actors/runtime/watchdog.ts';
import type { AuditLog } from '../adapters/audit-log.ts';
import type { Clock } from '../adapters/clock.ts';
import type { HostStore } from '../adapters/store.ts';
import { sqliteCommandLedger } from '../adapters/stores/sqlite/commands.ts';
import type { SqliteDatabase } from '../adapters/stores/sqlite/database.ts';
import { type BreakerInput, circuitBreakerMachine } from '../machines/circuit-breaker.ts';
import type { AdminCommand, AdminDesk, AdminOutcome } from '../machines/domain/admin.ts';
import { incidentMachine } from '../machines/incident.ts';
import { migrateSupervisor, type SupervisorInput, supervisorMachine } from '../machines/supervisor.ts';

export interface Supervision {
  readonly machines: readonly MachineEntry[];
  readonly sources: Readonly<Record<string, EffectSource>>;
  readonly lookups: Readonly<Record<string, Lookup>>;
  readonly writers: Readonly<Record<string, (params: never, step: WriteContext) => void>>;
  /** Once the host is there. */
  begin(system: System, registry: Registry): { readonly admin: AdminDesk; readonly watchdog: Watchdog };
}

export function supervisionOf(options: {
  readonly config: Pick<Config, 'breakers' | 'owner'>;
  readonly database: SqliteDatabase;
  readonly store: HostStore;
  readonly clock: Clock;
  readonly audit: AuditLog['write'];
}): Supervision {
  const { config, store, clock, audit } = options;
  const commands = sqliteCommandLedger(options.database);
  const waiting = new Map<string, (() => void)[]>();
  let system: System | undefined;
  /** Effects run once the host does. */
  const host = (): System => {
    if (!system) throw new Error('the house has not begun to work');
    return system;
  };
  const source = (logic: () => EffectSource['logic']): EffectSource => ({
    get logic() {
      return logic();
    },
    policy: 'keyed',
    lane: 'service',
    timeoutMs: 30_000,
  });
  return {
    machines: [
      {
        machine: supervisorMachine,
        startsWith: (): SupervisorInput => ({ language: config.owner.language }),
        migrate: migrateSupervisor,
        isVital: true,
      },
      { machine: circuitBreakerMachine, startsWith: (): BreakerInput => config.breakers, isVital: true },
      { machine: incidentMachine, isShortLived: true, isVital: true },
    ],
    sources: {
      directive: source(() => directive(directives(host()))),
      remedy: source(() => remedy({ directives: directives(host()), system: host() })),
    },
    lookups: {
      standing: standing({
        store,
        isSafe: () => host().isSafe,
        isSilent: effect =>
          host()
            .silent()
            .some(({ row }) => row.address === effect),
      }),
    },
    writers: {
      recordCommand(
        params: {
          readonly command: AdminCommand;
          readonly state: AdminOutcome['state'];
          readonly error: string | null;
        },
        { at, onCommitted }: WriteContext,
      ) {
        const { command, state, error } = params;
        commands.record(command, { state, ...(error === null ? {} : { error }) }, at);
        const { id, verb, by } = command;
        audit(
          { kind: `admin.${state}`, subject: command.actor, facts: { verb, by, command: id } },
          { at, onCommitted },
        );
        if (state === 'asked') return;
        onCommitted(() => {
          for (const call of waiting.get(id) ?? []) call();
          waiting.delete(id);
        });
      },
    },
    begin(started, registry) {
      system = started;
      return {
        admin: administration({
          system: started,
          store,
          commands,
          onEnded: (id, call) => waiting.set(id, [...(waiting.get(id) ?? []), call]),
        }),
        watchdog: createWatchdog({ system: started, store, registry, clock }),
      };
    },
  };
}
