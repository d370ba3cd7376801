/**
 * An agent without anything behind it: what a command asks is answered from plain data, what it does is written down.
 */
import type { Agent } from '../../src/api/client/agent.ts';
import { refuse } from '../../src/api/refusal.ts';
import type { Io } from '../../src/commands/io.ts';
import { style } from '../../src/commands/io.ts';
import type { ApprovalCard, Decision, DecisionAnswer } from '../../src/domain/approvals/card.ts';
import type { BudgetView } from '../../src/domain/budget/view.ts';
import { type ChatSession, numbered } from '../../src/domain/conversation/chat-session.ts';
import { noUsage } from '../../src/domain/conversation/message.ts';
import type { SandboxView } from '../../src/domain/security/sandbox.ts';
import type { AdminCommand, AdminOutcome, RestartPreview } from '../../src/domain/supervision/admin.ts';
import { fault } from '../../src/domain/supervision/failure.ts';
import type {
  ActorRow,
  ApprovalRow,
  ChatMessage,
  Frame,
  JournalEntry,
  StateBatch,
  TurnReport,
} from '../../src/domain/supervision/view.ts';
import type { Json } from '../../src/domain/text/json.ts';
import type { ToolDetails } from '../../src/domain/tools/health.ts';

export interface FakeAgent extends Agent {
  readonly said: { readonly session: string; readonly text: string; readonly clientId: string }[];
  readonly decisions: Decision[];
  readonly aborted: string[];
  readonly rows: Map<string, ActorRow>;
  readonly cards: Map<string, ApprovalRow>;
  readonly turns: Map<string, TurnReport>;
  readonly stored: ChatMessage[];
  readonly journals: Map<string, readonly JournalEntry[]>;
  /** Tools of the agent's own, and what was done with them. */
  readonly made: Map<string, ToolDetails>;
  readonly changed: string[];
  /** What looking at the sandbox shows, one after the other; then `resting`. */
  readonly sandboxes: SandboxView[];
  resting: SandboxView;
  /** What looking at the budget shows. */
  spending: BudgetView;
  /** The conversations of its only chat. */
  chats: readonly ChatSession[];
  /** Acts on actors and answers to incidents that it was asked for, and what comes of them. */
  readonly commands: AdminCommand[];
  readonly choices: string[][];
  outcome: Partial<AdminOutcome>;
  preview: RestartPreview | undefined;
  needs: StateBatch['needs'];
  health: StateBatch['health'];
  closed: boolean;
  watchers: number;
  /** Every frame goes to whoever watches, and where it belongs in the data above. */
  emit(frame: Frame): void;
}

const nothingSpent: BudgetView = {
  day: '2026-11-22',
  endsAt: 2_000_000,
  timeZone: 'UTC',
  today: { spent: { tokens: 0, micros: 0 }, limit: { tokens: 5_000_000, micros: 20_000_000 } },
  sessionLimit: { tokens: 500_000, micros: null },
  sessions: [],
  models: [],
  underWay: 0,
};

export interface FakeOptions {
  readonly where?: 'here' | 'there';
  /** What happens once a message is committed. */
  readonly onSay?: (text: string, turn: string, agent: FakeAgent) => void;
  readonly onDecide?: (decision: Decision, agent: FakeAgent) => DecisionAnswer;
  readonly onAbort?: (session: string, agent: FakeAgent) => boolean;
}

export function fakeAgent({ where = 'there', onSay, onDecide, onAbort }: FakeOptions = {}): FakeAgent {
  const listeners = new Set<(frame: Frame) => void>();
  const agent: FakeAgent = {
    where,
    said: [],
    decisions: [],
    aborted: [],
    rows: new Map(),
    cards: new Map(),
    turns: new Map(),
    stored: [],
    journals: new Map(),
    made: new Map(),
    changed: [],
    spending: nothingSpent,
    // no command does more with them than show what they answer
    mcp: {} as FakeAgent['mcp'],
    agents: {} as FakeAgent['agents'],
    callers: {} as FakeAgent['callers'],
    outcomes: {} as FakeAgent['outcomes'],
    requests: {} as FakeAgent['requests'],
    plans: {} as FakeAgent['plans'],
    workers: {} as FakeAgent['workers'],
    views: { show: async () => ({ view: [] }), act: async () => ({ view: [] }) },
    models: {
      list: async () => ({ roles: [], models: [], idle: [] }),
      prices: async () => ({ providers: [], own: {} }),
      retry: async () => ({ models: [], sessions: [] }),
      choose: async ({ model }) => ({ message: `This conversation uses ${model} from its next step on.` }),
    },
    chats: [{ number: 1, session: 'session:terminal:main', isCurrent: true, title: 'hello' }],
    commands: [],
    choices: [],
    outcome: {},
    preview: undefined,
    needs: [],
    sandboxes: [],
    resting: {
      kind: 'bubblewrap',
      reason: 'it works here.',
      health: { ok: true, detail: 'one is warm' },
      packageHosts: [],
      isResetting: false,
    },
    closed: false,
    get watchers() {
      return listeners.size;
    },
    health: {
      status: 'ok',
      channels: [{ name: 'web', state: 'online', detail: 'http://127.0.0.1:8420' }],
      models: { default: 'rehearsal/builtin' },
      executor: { kind: 'bubblewrap', detail: 'no network' },
      actors: { active: 3, suspended: 0, quarantined: 0 },
      deadLetters: 0,
      version: '0.1.0',
      uptimeMs: 65_000,
    },
    emit(frame) {
      if (frame.type === 'row') agent.rows.set(frame.row.id, frame.row);
      if (frame.type === 'turn') agent.turns.set(frame.report.turn, frame.report);
      if (frame.type === 'approval') agent.cards.set(frame.approval.card.key, frame.approval);
      for (const listener of listeners) listener(frame);
    },
    state: {
      show: async () => ({
        boot: 'b',
        cursor: 'b.1',
        now: 1_000_000,
        actors: [...agent.rows.values()],
        needs: agent.needs,
        health: agent.health,
      }),
    },
    approvals: {
      list: async ({ state } = {}) => ({
        approvals: [...agent.cards.values()].filter(row => state === undefined || row.state === state),
      }),
      call: async () => undefined,
      async decide({ id, ...given }) {
        const decision = { approval: id, by: 'cli', ...given } as Decision;
        agent.decisions.push(decision);
        const state = given.decision === 'approve' ? ('granted' as const) : ('denied' as const);
        const answer = onDecide?.(decision, agent) ?? { ok: true as const, state };
        const approval = answer.ok ? undefined : agent.cards.get(id.replace(/^approval:/, ''));
        return { ...answer, approval: approval?.state === 'pending' ? approval : undefined };
      },
      decideAll: async () => ({ answers: [] }),
    },
    standing: {
      list: async () => ({ standing: [] }),
      add: async () => Promise.reject(fault('invalid', 'there are no standing approvals here')),
      revoke: async () => ({ revoked: false }),
    },
    actors: {
      list: async () => ({ actors: [...agent.rows.values()], now: 1_000_000, resting: 0 }),
      async show({ id }) {
        const actor = agent.rows.get(id);
        return actor && { actor, now: 1_000_000, needs: [], steps: agent.journals.get(id) ?? [] };
      },
      async journal({ id }) {
        const entries = agent.journals.get(id);
        return entries && { entries };
      },
      snapshot: async ({ id }) =>
        agent.rows.has(id) ? { snapshot: { value: 'idle', context: {} }, rev: 3 } : undefined,
      export: async ({ id }) => (agent.rows.has(id) ? ({ format: 1, id } as Json) : undefined),
      preview: async () => agent.preview,
      at: async () => undefined,
      tree: async () => ({ tree: [] }),
      async command({ id, mode, ...given }) {
        const from = mode === undefined ? {} : { from: mode };
        agent.commands.push({ id: 'c1', actor: id, by: 'cli', ...from, ...given });
        const { error, ...outcome } = { id: 'c1', state: 'done', ...agent.outcome } as AdminOutcome;
        if (outcome.state === 'failed')
          throw refuse(409, error ?? 'it could not be done', { outcome: 'failed', commandId: outcome.id });
        return { outcome };
      },
      async answer({ id, choice }) {
        agent.choices.push([id, choice, 'cli']);
        return {};
      },
    },
    jobs: {
      list: async () => ({ jobs: [], total: 0 }),
      next: async () => undefined,
      show: async () => undefined,
      history: async () => undefined,
      define: async ({ name = 'job' } = {}) => ({ message: `${name}: every day.` }),
      change: async () => undefined,
      act: async () => undefined,
    },
    accounts: {
      list: async () => ({ accounts: [], requests: [], hasOwner: false }),
      pair: async () => ({ code: 'K7QM3XTD', expiresAt: 900_000 }),
      allow: async () => ({ allowed: true }),
      remove: async () => ({ removed: true }),
    },
    goals: {
      list: async () => ({ goals: [] }),
      add: async () => ({ goal: undefined as never }),
      check: async () => undefined,
      act: async () => undefined,
    },
    personality: {
      show: async () => ({ preset: 'default', presets: ['default'], axes: [], directive: '' }),
      set: async () => ({ preset: 'default', presets: ['default'], axes: [], directive: '' }),
      preset: async () => ({ preset: 'default', presets: ['default'], axes: [], directive: '' }),
      reset: async () => ({ preset: 'default', presets: ['default'], axes: [], directive: '' }),
    },
    context: {
      show: async () => undefined,
      profile: async ({ profile }) => ({ profile }),
      compact: async () => ({ state: 'nothing', messages: 0 }),
      undo: async () => ({ undone: false, messages: 0 }),
    },
    orders: { list: async () => ({ orders: [] }), revoke: async () => undefined },
    watched: { list: async () => ({ watched: [] }), end: async () => undefined },
    folders: { list: async () => ({ folders: [] }) },
    connections: { list: async () => ({ requests: [], logins: [], ends: [] }), refuse: async () => undefined },
    processes: {
      list: async () => ({ processes: [] }),
      log: async () => undefined,
      stop: async () => undefined,
    },
    hooks: {
      list: async () => ({ hooks: [], passedOver: [] }),
      trust: async () => undefined,
      distrust: async () => undefined,
    },
    prompts: {
      list: async () => ({ prompts: [] }),
      say: async () => Promise.reject(fault('invalid', 'there are no prompts here')),
    },
    skills: {
      list: async () => ({ skills: [] }),
      show: async () => undefined,
      add: async () => Promise.reject(fault('invalid', 'there are no skills here')),
      enable: async () => undefined,
      disable: async () => undefined,
      remove: async () => undefined,
      lint: async () => undefined,
      test: async () => undefined,
      new: async () => Promise.reject(fault('invalid', 'there are no skills here')),
    },
    tasks: {
      list: async () => ({ tasks: [] }),
      show: async () => undefined,
      add: async () => {
        throw refuse(400, 'no tasks are taken here');
      },
      cancel: async () => undefined,
    },
    sessions: {
      messages: async () => ({ messages: agent.stored }),
      turn: async ({ id }) => agent.turns.get(id),
      async say({ id: session, clientId, text }) {
        agent.said.push({ session, clientId, text });
        const turn = `turn-${agent.said.length}`;
        onSay?.(text, turn, agent);
        return { commandId: clientId, turn, duplicate: false };
      },
      attach: async ({ clientId, name }) => ({
        file: { clientId, name, kind: 'document', mediaType: 'text/plain', bytes: 1 },
      }),
      slash: async ({ name }) => Promise.reject(fault('invalid', `Unknown command /${name}.`)),
      async abort({ id }) {
        agent.aborted.push(id);
        return { aborted: onAbort?.(id, agent) ?? false };
      },
      trust: async () => ({ level: 'owner', texts: [], count: 0, through: 0 }),
      restoreTrust: async () => ({ restored: false }),
      list: async ({ id }) => ({
        current: agent.chats.find(({ isCurrent }) => isCurrent)?.session ?? id,
        sessions: agent.chats.toReversed(),
      }),
      async begin({ id }) {
        const number = agent.chats.length + 1;
        const begun = { number, session: numbered(id, number), isCurrent: true, title: '' };
        agent.chats = [...agent.chats.map(one => ({ ...one, isCurrent: false })), begun];
        return { session: begun };
      },
      verbose: async ({ isVerbose = true }) => ({ isVerbose }),
      async choose({ number }) {
        const session = agent.chats.find(one => one.number === number);
        if (!session) return undefined;
        agent.chats = agent.chats.map(one => ({ ...one, isCurrent: one.number === number }));
        return { session: { ...session, isCurrent: true } };
      },
    },
    conversations: {
      list: async () => ({ conversations: [] }),
      search: async () => ({ conversations: [], messages: [] }),
      mark: async () => undefined,
      delete: async () => undefined,
    },
    tools: {
      list: async () => ({ tools: [...agent.made.values()], core: [] }),
      show: async ({ name }) => agent.made.get(name),
      async source({ name, commit }) {
        const source = agent.made.get(name)?.source;
        return source === undefined || commit !== 'now' ? undefined : { commit, source };
      },
      async change({ name, act }) {
        agent.changed.push(`${act} ${name}`);
        return { message: `${name}: ${act} done.` };
      },
    },
    budget: { show: async () => agent.spending, history: async () => ({ steps: [], end: 0, spent: [] }) },
    memory: {
      list: async () => ({ memories: [] }),
      pending: async () => ({ pending: [] }),
      stats: async () => ({
        active: 0,
        pending: 0,
        archived: 0,
        episodes: 0,
        batches: [],
        language: 'en' as const,
        learning: { mode: 'auto' as const, lookedAt: null, learnedAt: null },
      }),
      show: async () => undefined,
      decide: async () => undefined,
      edit: async () => undefined,
      forget: async () => undefined,
      forgetAll: async () => ({ memories: 0, messages: 0, steps: 0, rows: 0, isComplete: true, backups: 0 }),
      carrying: async () => ({ memories: 0, messages: 0 }),
      forgetWords: async () => ({ memories: 0, messages: 0, steps: 0, rows: 0, isComplete: true, backups: 0 }),
      export: async () => ({ memories: [], links: [] }),
      import: async () => ({ added: 0, unsigned: 0, known: {} }),
      consolidate: async ({ run = 'run' } = {}) => ({
        id: `consolidation:${run}`,
        at: 0,
        endedAt: 0,
        outcome: 'done' as const,
        tokens: 0,
        merged: 0,
        contradicting: 0,
        linked: 0,
        archived: 0,
      }),
      undo: async () => undefined,
    },
    secrets: {
      list: async () => ({ secrets: [], ways: {} }),
      reload: async () => ({ message: 'It knows 0 secrets.' }),
    },
    undo: {
      list: async () => ({ isOn: true, turns: [], usedBytes: 0, notes: [] }),
      show: async () => undefined,
      apply: async () => ({ outcome: { restored: 0, left: [] } }),
    },
    sandbox: {
      show: async () => agent.sandboxes.shift() ?? agent.resting,
      reset: async () => ({ message: 'The sandbox is being reset.' }),
    },
    audit: {
      list: async () => ({ entries: [], chain: { rows: 0, verified: 0, key: '', anchor: 'missing' } }),
      unrecorded: async () => ({ addresses: [] }),
      accept: async () => ({ message: 'accepted', said: { form: 'accepted' } }),
    },
    traces: { list: async () => undefined, show: async () => undefined },
    watch: async (onFrame, signal) => {
      listeners.add(onFrame);
      signal.addEventListener('abort', () => listeners.delete(onFrame), { once: true });
    },
    close: async () => {
      agent.closed = true;
    },
  };
  return agent;
}

export function report(turn: string, more: Partial<TurnReport> = {}): TurnReport {
  const base = { turn, session: 'session:terminal:main', outcome: 'done', reply: '', notes: [], usage: noUsage };
  return { ...base, toolCalls: [], waiting: [], ...more };
}

export function row(leaf: string, more: Partial<ActorRow> = {}): ActorRow {
  return {
    id: 'session:terminal:main',
    kind: 'session',
    label: 'main',
    machine: 'session',
    incarnation: 1,
    value: leaf,
    leaf,
    tags: [],
    status: 'active',
    rev: 3,
    since: 990_000,
    startedAt: 900_000,
    queued: 0,
    timers: [],
    ...more,
  };
}

export function approval(
  key: string,
  more: Partial<ApprovalCard> = {},
  state: ApprovalRow['state'] = 'pending',
): ApprovalRow {
  const card: ApprovalCard = {
    key,
    session: 'session:terminal:main',
    tool: 'execute_command',
    intent: 'Run a command',
    risk: 'medium',
    reasons: ['it is not on the list of readers'],
    exact: 'rm -rf build',
    digest: `digest-${key}`,
    nonce: `nonce-${key}`,
    expiresAt: 1_300_000,
    repeat: false,
    ...more,
  };
  return { id: `approval:${key}`, card, state, rev: 1 };
}

/** Streams of a command, kept as text. */
export function fakeIo(stdin = ''): Io & { readonly output: () => string; readonly errors: () => string } {
  const out: string[] = [];
  const err: string[] = [];
  return {
    out: line => void out.push(line),
    err: line => void err.push(line),
    readAll: async () => stdin,
    style: style(false),
    output: () => out.join('\n'),
    errors: () => err.join('\n'),
  };
}
