/** A house without anything behind it: what a command asks is answered from plain data, what it does is written down. */
import type { House } from '../../src/commands/house.ts';
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

export interface FakeHouse extends House {
  readonly said: { readonly session: string; readonly text: string; readonly clientId: string }[];
  readonly decisions: Decision[];
  readonly aborted: string[];
  readonly actors: Map<string, ActorRow>;
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
  conversations: readonly ChatSession[];
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
  readonly onSay?: (text: string, turn: string, house: FakeHouse) => void;
  readonly onDecide?: (decision: Decision, house: FakeHouse) => DecisionAnswer;
  readonly onAbort?: (session: string, house: FakeHouse) => boolean;
}

export function fakeHouse({ where = 'there', onSay, onDecide, onAbort }: FakeOptions = {}): FakeHouse {
  const listeners = new Set<(frame: Frame) => void>();
  const house: FakeHouse = {
    where,
    said: [],
    decisions: [],
    aborted: [],
    actors: new Map(),
    cards: new Map(),
    turns: new Map(),
    stored: [],
    journals: new Map(),
    made: new Map(),
    changed: [],
    spending: nothingSpent,
    conversations: [{ number: 1, session: 'session:terminal:main', isCurrent: true, title: 'hello' }],
    commands: [],
    choices: [],
    outcome: {},
    preview: undefined,
    needs: [],
    sandboxes: [],
    secrets: { list: () => [], reload: async () => 'The house knows 0 secrets.' },
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
      if (frame.type === 'row') house.actors.set(frame.row.id, frame.row);
      if (frame.type === 'turn') house.turns.set(frame.report.turn, frame.report);
      if (frame.type === 'approval') house.cards.set(frame.approval.card.key, frame.approval);
      for (const listener of listeners) listener(frame);
    },
    state: async () => ({
      boot: 'b',
      cursor: 'b.1',
      now: 1_000_000,
      actors: [...house.actors.values()],
      needs: house.needs,
      health: house.health,
    }),
    approvals: async state => [...house.cards.values()].filter(row => state === undefined || row.state === state),
    journal: async id => {
      const entries = house.journals.get(id);
      return entries && { entries };
    },
    snapshot: async id => (house.actors.has(id) ? { snapshot: { value: 'idle', context: {} }, rev: 3 } : undefined),
    export: async id => (house.actors.has(id) ? ({ format: 1, id } as Json) : undefined),
    messages: async () => ({ messages: house.stored }),
    turn: async id => house.turns.get(id),
    say: async (session, { clientId, text }) => {
      house.said.push({ session, clientId, text });
      const turn = `turn-${house.said.length}`;
      onSay?.(text, turn, house);
      return { turn, duplicate: false };
    },
    decide: async decision => {
      house.decisions.push(decision);
      return onDecide?.(decision, house) ?? { ok: true, state: decision.decision === 'approve' ? 'granted' : 'denied' };
    },
    decideAll: all => Promise.all(all.map(house.decide)),
    standing: {
      list: async () => [],
      add: async () => Promise.reject(fault('invalid', 'this house takes no standing approvals')),
      revoke: async () => false,
    },
    abort: async session => {
      house.aborted.push(session);
      return onAbort?.(session, house) ?? false;
    },
    tools: {
      list: () => [...house.made.values()],
      show: async name => house.made.get(name),
      change: async (name, act) => {
        house.changed.push(`${act} ${name}`);
        return `${name}: ${act} done.`;
      },
    },
    budget: { look: () => house.spending },
    sessions: {
      current: async chat => house.conversations.find(({ isCurrent }) => isCurrent)?.session ?? chat,
      list: async () => house.conversations.toReversed(),
      async begin(chat) {
        const number = house.conversations.length + 1;
        const begun = { number, session: numbered(chat, number), isCurrent: true, title: '' };
        house.conversations = [...house.conversations.map(one => ({ ...one, isCurrent: false })), begun];
        return begun;
      },
      async choose(_, number) {
        house.conversations = house.conversations.map(one => ({ ...one, isCurrent: one.number === number }));
        const chosen = house.conversations.find(({ isCurrent }) => isCurrent);
        if (!chosen) throw fault('invalid', `there is no conversation ${number} here`);
        return chosen;
      },
    },
    admin: {
      async command(command) {
        house.commands.push(command);
        return { id: command.id, state: 'done', ...house.outcome };
      },
      async choose(...choice) {
        house.choices.push(choice);
      },
      preview: async () => house.preview,
    },
    undo: {
      list: async () => ({ isOn: true, turns: [], usedBytes: 0, notes: [] }),
      show: async () => undefined,
      apply: async () => ({ restored: 0, left: [] }),
    },
    sandbox: {
      look: async () => house.sandboxes.shift() ?? house.resting,
      reset: async () => 'The sandbox is being made anew.',
    },
    audit: {
      page: async () => ({ entries: [], chain: { rows: 0, verified: 0, key: '', anchor: 'missing' } }),
      unrecorded: async () => [],
      accept: async () => 'accepted',
    },
    watch: async (onFrame, signal) => {
      listeners.add(onFrame);
      signal.addEventListener('abort', () => listeners.delete(onFrame), { once: true });
    },
    close: async () => {
      house.closed = true;
    },
  };
  return house;
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
