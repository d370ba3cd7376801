/** A composed Straylight, as the process, tests and embedding programs hold it. */
import { directives } from '../../actors/runtime/directives.ts';
import type { System } from '../../actors/runtime/system.ts';
import type { Untaken } from '../../adapters/process/process-edge.ts';
import type { Agent } from '../../api/client/agent.ts';
import type { OperationService } from '../../api/service.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import type { Directives } from '../../ports/host.ts';
import type { Feature, Features } from '../feature.ts';
import { lifecycle } from './host.ts';
import { untakenErrors } from './reports.ts';
import { type Say, sayAndWait } from './say.ts';

export interface Straylight {
  /** Says something in a conversation and waits for the reply; once it has started. */
  readonly say: Say;
  /** The operations as functions, asked by this program; `agentFor` names from where, for the audit chain. */
  readonly agent: Agent;
  readonly agentFor: (by: string) => Agent;
  /** Everything an owner can ask or do, the operations of the embedding program among them. */
  readonly operations: OperationService;
  /** What a doctor asks of the features of the embedding program. */
  readonly checks: readonly Check[];
  readonly system: System;
  readonly directives: Directives;
  /**
   * Where home, model, executor, channels and page are, a line each. `forChat`: only what is needed above a chat, with a
   * link that opens the page, since it holds the token.
   */
  readonly greeting: (forChat: boolean) => readonly string[];
  readonly url: string | undefined;
  start(): Promise<void>;
  /** An error that nobody has taken goes into the log. `isDefect`: the process ends with it. */
  noteUntaken(untaken: Untaken, isDefect: boolean): void;
  /** Stops accepting, lets running work end for its grace, keeps the rest. */
  stop(): Promise<void>;
}

export function straylightOf(
  { core, audit, status, page, operations: { operations, agentFor } }: Features,
  features: readonly Feature[],
  checks: readonly Check[],
): Straylight {
  const life = lifecycle(core, features);
  const { system } = core;
  const agent = agentFor('cli');
  return {
    say: sayAndWait(agent, system, core.clock),
    agent,
    agentFor,
    operations,
    checks,
    system,
    directives: audit.acts.directives(directives(system), 'program'),
    greeting: forChat => [...features.flatMap(one => one.greeting?.(forChat) ?? []), ...status.notes()],
    get url() {
      return page.url;
    },
    noteUntaken: untakenErrors(core),
    start: life.start,
    stop: life.stop,
  };
}
