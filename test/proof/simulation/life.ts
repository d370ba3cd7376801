/**
 * One life of a simulated agent: the real host, charts, actors and writers over a ground that stays, with an outside
 * that the seed steers. It ends when it is stopped, or killed at any instant.
 */

import { consent } from '../../../src/actors/approvals/consent.ts';
import { type Decisions, decisions } from '../../../src/actors/approvals/decisions.ts';
import { revision } from '../../../src/actors/approvals/revision.ts';
import { settlement } from '../../../src/actors/approvals/settlement.ts';
import { connection } from '../../../src/actors/channels/connection.ts';
import { delivery } from '../../../src/actors/channels/delivery.ts';
import { inbox } from '../../../src/actors/channels/inbox.ts';
import { type Incoming, incoming } from '../../../src/actors/channels/incoming.ts';
import { completion } from '../../../src/actors/conversation/completion.ts';
import { evaluation } from '../../../src/actors/conversation/evaluation.ts';
import { recall } from '../../../src/actors/conversation/recall.ts';
import { recentMessages } from '../../../src/actors/conversation/recent-messages.ts';
import { sessionRestart, sessionStopped } from '../../../src/actors/conversation/session-restart.ts';
import { modelLine } from '../../../src/actors/models/model-line.ts';
import { storedText } from '../../../src/actors/runtime/cleaned.ts';
import { recover } from '../../../src/actors/runtime/recovery.ts';
import {
  createRegistry,
  type EffectSource,
  openRegistry,
  type Registry,
} from '../../../src/actors/runtime/registry.ts';
import { createSystem, type System } from '../../../src/actors/runtime/system.ts';
import { execution } from '../../../src/actors/tools/execution.ts';
import { gatekeeper } from '../../../src/actors/tools/gatekeeper.ts';
import { gatedToolbox, gating } from '../../../src/actors/tools/gating.ts';
import { reading } from '../../../src/actors/tools/reading.ts';
import { work } from '../../../src/actors/work.ts';
import { sqliteEpisodes } from '../../../src/adapters/stores/sqlite/memories/episodes.ts';
import type { RedoLog } from '../../../src/adapters/stores/sqlite/redo/redo-log.ts';
import { writers } from '../../../src/adapters/stores/writers/writers.ts';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import { askOwner } from '../../../src/adapters/tools/ask-owner.ts';
import { memorySave } from '../../../src/adapters/tools/memory/save.ts';
import { type AgentProfile, isChild } from '../../../src/domain/agents/agent.ts';
import { windowMessages } from '../../../src/domain/conversation/context-window.ts';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';
import type { AdminService } from '../../../src/domain/supervision/admin.ts';
import { type Failure, fault } from '../../../src/domain/supervision/failure.ts';
import { defined } from '../../../src/domain/text/json.ts';
import type { FrozenCall } from '../../../src/domain/tools/tool.ts';
import { approvalsOf } from '../../../src/features/approvals/approvals.ts';
import { supervisionOf } from '../../../src/features/supervision/supervision.ts';
import { channelMachine } from '../../../src/machines/channel/chart.ts';
import { sessionMachine } from '../../../src/machines/session/chart.ts';
import type { EvaluationOutput, JudgingInput, SessionInput } from '../../../src/machines/session/types.ts';
import { toolCallMachine } from '../../../src/machines/tool-call/chart.ts';
import type { Receiver } from '../../../src/ports/channel.ts';
import type { Gate } from '../../../src/ports/gate.ts';
import type { HostStore } from '../../../src/ports/store.ts';
import type { Writer } from '../../../src/ports/writer.ts';
import { agentsOver } from '../../actors/agents.ts';
import { budgetOver } from '../../actors/spending.ts';
import type { Luck } from './chance.ts';
import { screen, seededChannels } from './channels.ts';
import { codingOf } from './coding.ts';
import { compactingOf } from './compacting.ts';
import { auditOf, type Ground } from './ground.ts';
import { schedulingOf } from './jobs.ts';
import { learningOf } from './learning.ts';
import { seededModel } from './model.ts';
import { orderingOf } from './ordering.ts';
import type { Outside } from './outside.ts';
import { looker, planningOf } from './planning.ts';
import type { Schedule } from './schedule.ts';
import { seededTools } from './tools.ts';

/** How Straylight of a seed is set up; the same in all its lives. */
export interface Settings {
  readonly approvals: SessionInput['approvals'];
  readonly expiresMs: number | null;
  readonly undoS: number;
  readonly steps: number;
  readonly lanes: { readonly model: number; readonly tool: number; readonly delivery: number };
  readonly liveActors: number;
  readonly snapshotEvery: number;
  /** Work may be given to agents. */
  readonly hasAgents: boolean;
  /** They may carry out plans. */
  readonly hasPlans: boolean;
  /** Work may be given to coding workers. */
  readonly hasWorkers: boolean;
  /** Models look at replies that say what was done. */
  readonly isJudged: boolean;
}

/** What becomes of the next commit: it stands, Straylight dies before or after it, or the disk does not take it. */
export type Fate = 'stands' | 'diesBefore' | 'diesAfter' | 'fails';

export interface Life {
  readonly number: number;
  readonly system: System;
  readonly registry: Registry;
  readonly inside: Incoming & Decisions;
  readonly admin: AdminService;
  readonly isDead: boolean;
  /** The polled channel while it is connected: what it hands to the agent, and how the connection ends. */
  line: { readonly receiver: Receiver; cut(failure?: Failure): void } | undefined;
  /** Why a journal or an invariant would be of no use: Straylight has said that it is wrong. */
  readonly defects: readonly string[];
  /** What it has complained of, for whoever looks: `commit.failed`, `step.failed`, `start.failed`. */
  readonly complaints: readonly string[];
  /** Happens in this life, when the schedule says so. */
  later(call: () => void): void;
  boot(isSafe: boolean): void;
  /** In good order; resolves when it has ended. */
  stop(graceMs: number): Promise<void>;
  kill(): void;
}

export interface LifeOptions {
  readonly ground: Ground;
  readonly schedule: Schedule;
  readonly outside: Outside;
  readonly luck: Luck;
  readonly settings: Settings;
  readonly number: number;
  /** Asked before each commit. */
  readonly fate: () => Fate;
  /** A host that is broken on purpose: the redo log and the store it is given, the sources it runs. */
  readonly broken?: {
    log?(log: RedoLog): RedoLog;
    store?(store: HostStore, number: number): HostStore;
    sources?(sources: Readonly<Record<string, EffectSource>>): Readonly<Record<string, EffectSource>>;
  };
}

/** It may do whatever the conversation may that gives it work, also give work on. */
const heir: AgentProfile = { name: 'heir', purpose: 'Takes over.', tools: ['*'], prompt: '', minutes: 30 };
const helper: AgentProfile = { ...heir, name: 'helper', purpose: 'Helps.', reassign: heir.name };

/** Thrown where Straylight dies; nobody is left to hear it. */
class Death extends Error {}

export function beginLife(options: LifeOptions): Life {
  const { ground, schedule, outside, luck, settings, number, fate, broken = {} } = options;
  const whose = {};
  ground.begin(
    writeOut =>
      void schedule.add(whose, 800, () => {
        try {
          writeOut();
        } catch {
          complaints.push('write-out.failed');
        }
      }),
  );
  const { conversation, memories, database, key } = ground;
  const episodes = sqliteEpisodes(database);
  const boot = `boot-${number}`;
  const clock = schedule.clock(whose);
  const defects: string[] = [];
  const complaints: string[] = [];
  let isDead = false;

  function kill(): void {
    isDead = true;
    schedule.drop(whose);
  }

  function die(): never {
    kill();
    throw new Death();
  }

  const { transaction } = ground.store;
  const mortal: HostStore = {
    ...ground.store,
    transaction(work) {
      if (isDead) throw new Death();
      const comes = fate();
      const result = transaction(() => {
        const made = work();
        if (isDead || comes === 'diesBefore') die();
        if (comes === 'fails') throw new Error('database or disk is full');
        return made;
      });
      if (comes === 'diesAfter') die();
      return result;
    },
  };
  const store = broken.store?.(mortal, number) ?? mortal;

  const life: Life = {
    number,
    line: undefined,
    defects,
    complaints,
    get isDead() {
      return isDead;
    },
    later: call => void schedule.add(whose, 0, call),
    kill,
    boot: start,
    stop,
    get system() {
      return system;
    },
    get registry() {
      return registry;
    },
    get inside() {
      return inside;
    },
    get admin() {
      return admin;
    },
  };

  const audit = auditOf(ground, clock.now);
  if (audit.broken) defects.push(`the audit chain is broken: ${audit.broken.problem}`);
  const gates = gatekeeper({ gates: [gateOf(life, outside, luck)], record: audit.record, report: () => {} });
  const profiles = settings.hasPlans ? [helper, heir, looker] : [helper, heir];
  const agents = agentsOver(database, { profiles, audit: audit.write, plans: () => planning });
  const planning = planningOf(life, {
    outside,
    luck,
    database,
    conversation,
    clock,
    profiles,
    children: agents.ledger,
    audit: audit.write,
    owner: { language: 'en', timeZone: 'UTC' },
    toolbox: { resolve: call => toolbox.resolve(call) },
  });
  const coding = settings.hasWorkers
    ? codingOf(ground, life, {
        outside,
        luck,
        clock,
        audit: audit.write,
        expiresMs: settings.expiresMs,
        undoS: settings.undoS,
        accept: event => system.accept(event),
      })
    : undefined;
  const tools = createToolbox([
    memorySave(memories),
    askOwner,
    ...seededTools(life, outside, luck),
    ...(settings.hasAgents ? agents.tools : []),
    ...(settings.hasPlans ? [planning.tool] : []),
    ...(coding ? [coding.tool] : []),
  ]);
  const toolbox = gatedToolbox(agents.held(tools), gates);
  /** What a model says to a reply. */
  const judged = (found: EvaluationOutput) =>
    new Promise<EvaluationOutput>((resolve, reject) =>
      life.later(() => {
        const end = outside.isCalm ? 'fine' : luck.weighed({ fine: 6, false: 3, down: 1 });
        if (end === 'down') return reject(fault('unavailable', 'the model is away'));
        resolve(end === 'fine' ? found : { ...found, claims: [...found.claims, 'It says more than it did.'] });
      }),
    );
  const recent = recentMessages(conversation, windowMessages);
  const channels = seededChannels(life, outside, luck);
  const provider = seededModel(life, outside, luck);
  const budget = budgetOver(database, { modelOf: () => model, now: clock.now });
  const owner = { name: '', language: 'en', timeZone: 'UTC' } as const;
  const { approvals: mode, expiresMs, undoS, steps } = settings;
  const approvals = approvalsOf({
    config: { approvals: { mode, expiresMs: expiresMs ?? 'never', undoWindowS: undoS }, owner },
    database,
    conversation,
    channels,
    clock,
    key,
    audit: audit.write,
    trusted: undefined,
  });
  const config = { breakers: { failures: 5, windowMs: 600_000, restMs: 60_000 }, owner };
  const supervision = supervisionOf({ config, database, store, clock }, audit.write);
  const born: SessionInput = {
    language: 'en',
    limits: { steps, calls: 8, errorsInRow: 4 },
    approvals: mode,
    approvalExpiresAfterMs: expiresMs,
  };
  const registry = openRegistry();
  const { lanes, liveActors, snapshotEvery } = settings;
  const system = createSystem({
    store,
    registry,
    clock,
    boot,
    lanes,
    liveActors,
    snapshotEvery,
    ...supervision.host,
    redact: redactor.text,
    soon: schedule.soon(whose),
    log(entry) {
      if (entry.level === 'error') complaints.push(entry.event);
      // a step that fails is a chart or a writer that is wrong, unless Straylight was just dying
      if (entry.event === 'step.failed' && !isDead && !String(entry['error']).includes('disk'))
        defects.push(`${String(entry['actor'])} could not take ${String(entry['type'])}: ${String(entry['error'])}`);
    },
  });
  const compacting = compactingOf(ground, life, { outside, luck, recent });
  const learning = learningOf(ground, life, { outside, luck, clock, system });
  const ordering = orderingOf(ground, life, { outside, luck, clock, system });
  const scheduling = schedulingOf(ground, life, { outside, luck, toolbox, clock });
  const runs = { toolbox, conversation, maxOutputBytes: 65_536 };
  const isHere = ({ channel }: { readonly channel: string }) => channels.has(channel);
  const source = (
    logic: EffectSource['logic'],
    lane: keyof Settings['lanes'] | undefined,
    policy: EffectSource['policy'],
    more: Partial<EffectSource> = {},
  ): EffectSource => ({ logic, policy, timeoutMs: 60_000, ...defined({ lane }), ...more });
  const sources: Readonly<Record<string, EffectSource>> = {
    completion: source(
      completion({
        translate: async (_tool, words) => words,
        models: modelLine({
          settings: () => ({ default: model, roles: {}, skills: {} }),
          provider: () => provider,
          missing: name => `${name} is not set up`,
          chosenFor: () => undefined,
          maxOutputTokens: () => 4096,
        }),
        toolbox,
        conversation,
        recent,
        memories,
        redactor,
        budget: {
          requireGrant(session) {
            const granted = budget.requireGrant(session);
            outside.asked.push(session);
            return granted;
          },
        },
        system: () => [{ text: 'You are Straylight.', stable: true }],
      }),
      'model',
      'repeatable',
      { onAgain: budget.reserveAgain, callee: () => `model:${model}`, timeoutMs: 1_800_000 },
    ),
    gating: source(gating({ gatekeeper: gates, toolbox, conversation }), 'tool', 'repeatable'),
    reading: source(reading(runs), 'tool', 'repeatable', {
      callee: toolCallee,
      heartbeatMs: 30_000,
      timeoutMs: 600_000,
    }),
    execution: source(execution(runs), 'tool', 'once', {
      callee: toolCallee,
      key: ({ act }: { readonly act: string }) => act,
      about: ({ call }: { readonly call: FrozenCall }) => call.intent,
    }),
    consent: source(consent(channels, conversation), 'delivery', 'once', { isPossible: isHere }),
    connection: source(connection(channels), 'delivery', 'repeatable', { isPossible: isHere }),
    inbox: source(
      inbox(channels, () => receiver),
      undefined,
      'repeatable',
      { isPossible: isHere, isService: true, timeoutMs: null },
    ),
    delivery: source(
      delivery(channels, conversation, { clock, ...owner, keepForMs: 604_800_000 }),
      'delivery',
      'once',
      { isPossible: isHere },
    ),
    settlement: source(settlement(channels, conversation), 'delivery', 'keyed', { isPossible: isHere }),
    compaction: source(compacting.compaction, 'model', 'repeatable'),
    judging: source(
      work<EvaluationOutput, JudgingInput>(({ found }) => judged(found)),
      'model',
      'repeatable',
    ),
    extraction: source(learning.extraction, 'model', 'repeatable'),
    collection: source(ordering.collection, 'model', 'repeatable'),
    judgement: source(ordering.judgement, 'model', 'repeatable'),
    builtin: source(scheduling.builtin, 'tool', 'repeatable'),
    ...agents.effects,
    ...supervision.effects,
    ...coding?.effects,
  };
  const ending = settings.hasAgents
    ? { onRestart: sessionRestart(conversation, 'en'), onStopped: sessionStopped(conversation, store) }
    : {};
  registry.fill(
    createRegistry(
      [
        ...supervision.machines,
        { machine: channelMachine, startsWith: address => ({ name: address.slice('channel:'.length) }), isVital: true },
        {
          machine: sessionMachine,
          startsWith: address => (isChild(address) ? { ...born, approvals: 'block' } : born),
          ...ending,
        },
        { machine: toolCallMachine, isShortLived: true },
        ...agents.machines,
        ...(coding ? [coding.machine] : []),
        ...approvals.machines,
        learning.machine,
        ordering.machine,
        scheduling.machine,
      ],
      broken.sources?.(sources) ?? sources,
      {
        ...writers({
          conversation,
          toolbox,
          approvals: approvals.ledger,
          audit: audit.write,
          episodes,
          onMessage: recent.add,
          compactions: compacting.compactions,
          onCompacted: recent.forget,
          store: text => storedText(text, (hash, body) => store.putBlob(hash, body, clock.now())),
        }),
        ...budget.writers,
        ...learning.writers,
        ...ordering.writers,
        ...scheduling.writers,
        ...supervision.writers,
        ...agents.writers,
        ...coding?.writers,
      } as Readonly<Record<string, Writer>>,
      {
        recall: recall({ conversation, memories, episodes, isFull: compacting.isFull }),
        comparison: learning.comparison,
        settling: ordering.settling,
        ...scheduling.lookups,
        evaluation: evaluation({
          conversation,
          toolbox,
          budget,
          messagesOf: recent.look,
          isJudged: () => settings.isJudged,
        }),
        ...approvals.lookups,
        revision: revision({ toolbox, conversation }),
        ...supervision.lookups,
        ...agents.lookups,
      },
    ),
  );
  const { admin, watchdog } = supervision.begin(system, registry);
  const credentials = { redactor, language: 'en', record: () => {} } as const;
  const acting = { system, store, conversation, clock, redactor, owner, boot };
  const inside = { ...incoming({ ...acting, gates, credentials }), ...decisions({ ...acting, key }) };
  const receiver: Receiver = {
    message: ({ chat, answers: _, ...message }) => inside.message('post', `session:post:${chat}`, message),
    abort: chat => inside.abort(`session:post:${chat}`),
    command: async () => undefined,
    ask: () => {
      throw new Error('a simulated channel asks for no operation');
    },
  };

  function start(isSafe: boolean): void {
    try {
      const report = recover(system.host);
      store.beginBoot(boot, 'simulation', clock.now());
      const permanent = [...channels.values()].map(({ name, ownerChats }) => ({
        name,
        ownerChats,
        ...defined({ choices: name === screen ? 'typed' : undefined }),
      }));
      const facts = { ...report, isSafe };
      void system
        .accept({ target: 'supervisor', event: { type: 'system.started', channels: permanent, facts } })
        .catch(() => {
          // it cannot start, says so and ends; whoever watches over it starts it again
          complaints.push('start.failed');
          kill();
        });
      system.start({ isSafe });
      watchdog.begin();
      learning.watch.start();
      ordering.watch.start();
    } catch (error) {
      if (isDead) return;
      if (!String(error).includes('disk')) throw error;
      complaints.push('start.failed');
      kill();
    }
  }

  async function stop(graceMs: number): Promise<void> {
    watchdog.end();
    learning.watch.stop();
    ordering.watch.stop();
    await system.accept({ target: 'supervisor', event: { type: 'system.stopping' } }).catch(() => {});
    await system.stop(graceMs);
    if (!isDead) store.endBoot(boot, clock.now());
    kill();
  }

  return life;
}

const model = 'seed/any';
const redactor = createRedactor([]);

/** A page that does not answer says nothing of the others. */
function toolCallee({ call: { tool } }: { readonly call: FrozenCall }): string {
  return `tool:${tool}`;
}

/** One gate of the owner: it looks at bells, and now and then wants to know. */
function gateOf(life: Life, outside: Outside, luck: Luck): Gate {
  return {
    rule: {
      name: 'bells',
      on: 'tool',
      scope: { tools: ['ring_bell'], hosts: [], paths: [] },
      onBlock: 'respond',
      binds: true,
    },
    check: () =>
      new Promise(resolve =>
        life.later(() =>
          resolve(
            outside.isCalm || !luck.once(6)
              ? { verdict: 'pass' }
              : { verdict: 'require_approval', reason: 'it is late' },
          ),
        ),
      ),
  };
}
