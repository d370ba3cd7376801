/** The real charts and actors on a real file, with two screens; the model is scripted, spoken to over real HTTP. */

import type { TestContext } from 'node:test';
import { z } from 'zod';
import { consent } from '../../src/actors/approvals/consent.ts';
import { type Decisions, decisions } from '../../src/actors/approvals/decisions.ts';
import { revision } from '../../src/actors/approvals/revision.ts';
import { settlement } from '../../src/actors/approvals/settlement.ts';
import { standingService } from '../../src/actors/approvals/standing-service.ts';
import { connection } from '../../src/actors/channels/connection.ts';
import { delivery } from '../../src/actors/channels/delivery.ts';
import { inbox } from '../../src/actors/channels/inbox.ts';
import { type Incoming, incoming } from '../../src/actors/channels/incoming.ts';
import { compaction } from '../../src/actors/context/compaction.ts';
import { compactionService } from '../../src/actors/context/compaction-service.ts';
import { completion } from '../../src/actors/conversation/completion.ts';
import { evaluation } from '../../src/actors/conversation/evaluation.ts';
import { recall } from '../../src/actors/conversation/recall.ts';
import { recentMessages } from '../../src/actors/conversation/recent-messages.ts';
import { modelLine } from '../../src/actors/models/model-line.ts';
import { type AgentState, agentState } from '../../src/actors/observation/agent-state.ts';
import { storedText } from '../../src/actors/runtime/cleaned.ts';
import { directives } from '../../src/actors/runtime/directives.ts';
import { createRegistry, type EffectSource } from '../../src/actors/runtime/registry.ts';
import type { Event } from '../../src/actors/runtime/step.ts';
import { createSystem, type System } from '../../src/actors/runtime/system.ts';
import { execution } from '../../src/actors/tools/execution.ts';
import { gatekeeper } from '../../src/actors/tools/gatekeeper.ts';
import { gating } from '../../src/actors/tools/gating.ts';
import { reading } from '../../src/actors/tools/reading.ts';
import { work } from '../../src/actors/work.ts';
import { screenChannel } from '../../src/adapters/channels/screen/screen.ts';
import { summaryAnswer } from '../../src/adapters/memory/summary-request.ts';
import { anthropicModels } from '../../src/adapters/models/anthropic/anthropic.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import { sqliteCompactionLedger } from '../../src/adapters/stores/sqlite/context/compactions.ts';
import { writers } from '../../src/adapters/stores/writers/writers.ts';
import { createToolbox } from '../../src/adapters/toolbox/toolbox.ts';
import { askOwner } from '../../src/adapters/tools/ask-owner.ts';
import { memorySave } from '../../src/adapters/tools/memory/save.ts';
import type { StandingService } from '../../src/domain/approvals/standing.ts';
import type { CompactionService } from '../../src/domain/context/compaction.ts';
import { windowMessages } from '../../src/domain/conversation/context-window.ts';
import { createRedactor } from '../../src/domain/secrets/redaction.ts';
import { fault } from '../../src/domain/supervision/failure.ts';
import type { Health } from '../../src/domain/supervision/view.ts';
import { defined } from '../../src/domain/text/json.ts';
import { approvalsOf } from '../../src/features/approvals/approvals.ts';
import { supervisionOf } from '../../src/features/supervision/supervision.ts';
import { channelMachine } from '../../src/machines/channel/chart.ts';
import { sessionMachine } from '../../src/machines/session/chart.ts';
import type { EvaluationOutput, JudgingInput, SessionInput } from '../../src/machines/session/types.ts';
import { toolCallMachine } from '../../src/machines/tool-call/chart.ts';
import type { Channel, Receiver } from '../../src/ports/channel.ts';
import type { Directives } from '../../src/ports/host.ts';
import type { ApprovalLedger } from '../../src/ports/ledgers/approval.ts';
import type { ModelCalls } from '../../src/ports/model-call.ts';
import type { SigningKey } from '../../src/ports/secrets/signing-key.ts';
import { defineTool } from '../../src/ports/tool.ts';
import type { Writer } from '../../src/ports/writer.ts';
import { anthropicPeer } from '../peers/anthropic.ts';
import type { ModelPeer } from '../peers/model-server.ts';
import type { Script } from '../peers/script.ts';
import { agentsOver } from './agents.ts';
import { coreWith } from './core.ts';
import { testKey } from './key.ts';
import { budgetOver } from './spending.ts';
import { openStores, type Stores } from './stores.ts';

export const health: Health = {
  status: 'ok',
  channels: [],
  models: { default: 'anthropic/claude-sonnet-5' },
  executor: { kind: 'direct', detail: 'none' },
  actors: { active: 0, suspended: 0, quarantined: 0 },
  deadLetters: 0,
  version: '0.1.0',
  uptimeMs: 0,
};

export interface TestAgent extends Stores {
  readonly system: System;
  readonly directives: Directives;
  readonly inside: Incoming & Decisions;
  readonly approvals: ApprovalLedger;
  readonly standing: StandingService;
  readonly compactions: CompactionService;
  readonly key: SigningKey;
  readonly reader: AgentState;
  readonly peer: ModelPeer;
  /**
   * What the tools `send_mail` and `look_at` have run with; the second asks, at low risk, where outside text was read.
   */
  readonly mails: string[];
  /** Everything that arrived is handled, and nothing runs. */
  quiet(): Promise<void>;
  leaf(address: string): string | undefined;
}

const owner = { language: 'en', timeZone: 'UTC' } as const;
const credentials = { redactor: createRedactor([]), language: 'en', record: () => {} } as const;

export interface TestAgentOptions {
  /** Seconds in which a yes may be taken back. */
  readonly undoS?: number;
  readonly born?: Partial<SessionInput>;
  /** More channels than the two screens. */
  readonly channels?: readonly Channel[];
  /** Summarise its conversations; without it nobody does. */
  readonly models?: Pick<ModelCalls, 'value'>;
  /** Is a conversation to be summarised? */
  readonly isFull?: (session: string) => boolean;
  /** The tool `send_mail` ends when this does. */
  readonly mailing?: (signal: AbortSignal) => Promise<void>;
}

/** Opens it and starts its channels. */
export async function openAgent(t: TestContext, script: Script, options: TestAgentOptions = {}): Promise<TestAgent> {
  const closing: (() => void)[] = [];
  const stores = openStores({ after: close => closing.push(close as () => void) });
  const { store, conversation, memories } = stores;
  const peer = await anthropicPeer({ script });
  const provider = anthropicModels({
    apiKey: 'sk-ant-test',
    baseUrl: peer.url,
    clock: systemClock,
    firstByteMs: 5000,
    silenceMs: 5000,
  });
  const mails: string[] = [];
  const sendMail = defineTool({
    name: 'send_mail',
    description: 'Sends a mail.',
    schema: z.object({ to: z.string() }),
    effect: 'act',
    intent: ({ to }) => `Send a mail to ${to}`,
    async run({ to }, { signal }) {
      mails.push(to);
      await options.mailing?.(signal);
      return { text: `sent to ${to}`, taint: 'owner' };
    },
  });
  const lookAt = defineTool({
    name: 'look_at',
    description: 'Looks at an address.',
    schema: z.object({ url: z.string() }),
    effect: 'read',
    intent: ({ url }) => `Look at ${url}`,
    facts: ({ url }) => ({ url }),
    async run({ url }) {
      mails.push(url);
      return { text: 'a page' };
    },
  });
  const agents = agentsOver(stores.database);
  const tools = createToolbox([memorySave(memories), askOwner, sendMail, lookAt, ...agents.tools]);
  const toolbox = agents.held(tools);
  const recent = recentMessages(conversation, windowMessages);
  const compactions = sqliteCompactionLedger(stores.database);
  const screens = (['web', 'terminal'] as const).map(name => screenChannel({ name, ownerChats: ['main'] }));
  const channels = new Map<string, Channel>(
    [...screens, ...(options.channels ?? [])].map(channel => [channel.name, channel]),
  );
  const redactor = createRedactor([]);
  const key = testKey();
  const approvals = approvalsOf({
    config: { approvals: { mode: 'continue', expiresMs: 1, undoWindowS: options.undoS ?? 0 }, owner },
    database: stores.database,
    conversation,
    channels,
    clock: systemClock,
    key,
    audit: () => {},
    trusted: undefined,
  });
  const runs = { toolbox, conversation, maxOutputBytes: 65_536 };
  const source = (logic: EffectSource['logic'], more: Partial<EffectSource> = {}): EffectSource => ({
    logic,
    policy: 'repeatable',
    lane: 'delivery',
    timeoutMs: 20_000,
    ...more,
  });
  const session: SessionInput = {
    language: 'en',
    limits: { steps: 15, calls: 20, errorsInRow: 3 },
    approvals: 'continue',
    approvalExpiresAfterMs: 3_600_000,
    ...options.born,
  };
  const budget = budgetOver(stores.database);
  const config = { breakers: { failures: 5, windowMs: 600_000, restMs: 60_000 }, owner };
  const supervision = supervisionOf({ config, database: stores.database, store, clock: systemClock }, () => {});
  const registry = createRegistry(
    [
      ...supervision.machines,
      { machine: channelMachine, startsWith: address => ({ name: address.slice('channel:'.length) }) },
      { machine: sessionMachine, startsWith: () => session },
      { machine: toolCallMachine, isShortLived: true },
      ...agents.machines,
      ...approvals.machines,
    ],
    {
      completion: source(
        completion({
          translate: async (_tool, words) => words,
          models: modelLine({
            settings: () => ({ default: 'anthropic/claude-sonnet-5', roles: {}, skills: {} }),
            provider: name => (name === 'anthropic' ? provider : undefined),
            missing: name => `${name} is not set up`,
            chosenFor: () => undefined,
            maxOutputTokens: () => 4096,
          }),
          toolbox,
          conversation,
          recent,
          memories,
          redactor,
          system: () => [{ text: 'You are Straylight.', stable: true }],
          budget,
        }),
        { lane: 'model', onAgain: budget.reserveAgain },
      ),
      compaction: source(
        compaction({
          recent,
          models: options.models ?? nobodyAnswers,
          schema: summaryAnswer,
          instructions: String,
          read: conversation.read,
          language: 'en',
          fullness: { noteFailure: () => {} },
        }),
        { lane: 'model' },
      ),
      judging: source(work<EvaluationOutput, JudgingInput>(async ({ found }) => found)),
      gating: source(
        gating({ gatekeeper: gatekeeper({ gates: [], record: () => {}, report: () => {} }), toolbox, conversation }),
      ),
      reading: source(reading(runs), { lane: 'tool' }),
      execution: source(execution(runs), {
        lane: 'tool',
        policy: 'once',
        key: (input: { readonly act: string }) => input.act,
      }),
      consent: source(consent(channels, conversation), { lane: 'delivery', policy: 'once' }),
      connection: source(connection(channels)),
      inbox: { logic: inbox(channels, () => nobody), policy: 'repeatable', isService: true, timeoutMs: null },
      delivery: source(delivery(channels, conversation, { clock: systemClock, ...owner, keepForMs: 604_800_000 }), {
        lane: 'delivery',
        policy: 'once',
      }),
      settlement: source(settlement(channels, conversation), { lane: 'delivery', policy: 'keyed' }),
      ...agents.effects,
      ...supervision.effects,
    },
    {
      ...writers({
        conversation,
        approvals: approvals.ledger,
        toolbox,
        onMessage: recent.add,
        compactions,
        onCompacted: recent.forget,
        store: text => storedText(text, (hash, body) => store.putBlob(hash, body, Date.now())),
      }),
      ...budget.writers,
      ...supervision.writers,
      ...agents.writers,
    } as Readonly<Record<string, Writer>>,
    {
      recall: recall({ ...stores, ...defined({ isFull: options.isFull }) }),
      evaluation: evaluation({ conversation, toolbox, budget, messagesOf: recent.look }),
      ...approvals.lookups,
      revision: revision({ toolbox, conversation }),
      ...supervision.lookups,
      ...agents.lookups,
    },
  );
  const system = createSystem({
    store,
    registry,
    clock: systemClock,
    boot: 'boot-1',
    lanes: { model: 32, tool: 16, delivery: 16 },
    ...supervision.host,
    redact: redactor.text,
    snapshotEvery: 5,
  });
  supervision.begin(system, registry);
  t.after(async () => {
    await system.stop(1000);
    for (const channel of channels.values()) await channel.close();
    await peer.close();
    for (const close of closing) close(); // the file last: the system writes until it has stopped
  });
  system.start();
  for (const name of channels.keys()) {
    const started: Event = { type: 'channel.started' };
    await system.accept({ target: `channel:${name}`, event: started });
  }
  await system.quiet();
  const core = coreWith({ system, store, conversation });
  return {
    ...stores,
    system,
    directives: directives(system),
    inside: { ...incoming({ ...core, credentials }), ...decisions({ ...core, key, toolbox }) },
    approvals: approvals.ledger,
    compactions: compactionService(core, compactions, recent),
    standing: standingService(core, approvals.ledger, key, () => {}, { tools: async () => tools.offer('').specs }),
    key,
    reader: agentState(core, () => health),
    peer,
    mails,
    quiet: () => system.quiet(),
    leaf: address => store.actor(address)?.leaf,
  };
}

/** No model is set up for what is no reply. */
const nobodyAnswers: Pick<ModelCalls, 'value'> = {
  value: () => Promise.reject(fault('unavailable', 'no model is set up here')),
};

/** A screen hears nothing by itself. */
const nobody: Receiver = {
  message: async () => ({ duplicate: false }),
  abort: async () => false,
  command: async () => undefined,
  ask: () => {
    throw new Error('nobody asks for anything here');
  },
};
