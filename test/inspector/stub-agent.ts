/** An agent small enough to hold in memory: what the server's tests read, act on and watch. */
import type { Watched } from '../../inspector/watched.ts';
import type { Provided } from '../../src/api/provided.ts';
import type { ApprovalCard, Decision, DecisionAnswer } from '../../src/domain/approvals/card.ts';
import type { SandboxView } from '../../src/domain/security/sandbox.ts';
import { fault } from '../../src/domain/supervision/failure.ts';
import type {
  ActorRow,
  ApprovalRow,
  ChatMessage,
  Frame,
  Health,
  JournalEntry,
} from '../../src/domain/supervision/view.ts';
import type { ToolDetails } from '../../src/domain/tools/health.ts';

type Read = 'state' | 'journal' | 'snapshot' | 'at' | 'export' | 'approvals' | 'messages' | 'turn';

export interface StubAgent {
  readonly reader: Watched & Pick<Provided, Read> & Partial<Provided>;
  readonly levers: Pick<Provided, 'say' | 'decide' | 'abort'> & Partial<Provided>;
  readonly health: () => Health;
  /** What was asked of the levers, in order. */
  readonly asked: unknown[];
  readonly approvals: Map<string, ApprovalRow>;
  readonly rows: Map<string, ActorRow>;
  readonly said: ChatMessage[];
  readonly watchers: Set<(frame: Frame) => void>;
  state: Health['status'];
  publish(frame: Frame): void;
  /** What the next `decide` does in place of the usual. */
  decideNext: ((decision: Decision) => Promise<DecisionAnswer>) | undefined;
}

export function stubAgent(boot = 'b1'): StubAgent {
  const asked: unknown[] = [];
  const rows = new Map([['session:web:main', row('session:web:main')]]);
  const approvals = new Map([['k3Qm9xTd', approval('k3Qm9xTd')]]);
  const said: ChatMessage[] = [];
  const watchers = new Set<(frame: Frame) => void>();
  const taken = new Map<string, string>();
  const entries = [1, 2, 3].map(entry);

  const agent: StubAgent = {
    asked,
    approvals,
    rows,
    said,
    watchers,
    state: 'ok',
    decideNext: undefined,
    publish: frame => {
      for (const watcher of watchers) watcher(frame);
    },
    health: () => ({
      status: agent.state,
      channels: [],
      models: { default: 'rehearsal' },
      executor: { kind: 'direct', detail: '' },
      actors: { active: rows.size, suspended: 0, quarantined: 0 },
      deadLetters: 0,
      version: '0.1.0',
      uptimeMs: 1,
    }),
    reader: {
      reading: () => ({ language: 'en', now: 1 }),
      state: () => ({
        boot,
        cursor: `${boot}.0`,
        now: 1,
        actors: [...rows.values()],
        needs: [],
        health: agent.health(),
      }),
      journal: (id, page) =>
        rows.has(id) ? { entries: entries.slice(0, page.limit), next: page.before ?? 1 } : undefined,
      snapshot: id => (rows.has(id) ? { snapshot: { value: 'idle' }, rev: 3 } : undefined),
      at: (id, seq) => (rows.has(id) ? { seq, snapshot: {}, prev: {}, verified: true, ms: 1 } : undefined),
      export: id => (rows.has(id) ? { machine: 'session', journal: [] } : undefined),
      approvals: state => [...approvals.values()].filter(each => state === undefined || each.state === state),
      messages: session => ({ messages: said.filter(() => session === 'session:web:main') }),
      turn: id =>
        [...taken.values()].includes(id)
          ? {
              turn: id,
              session: 'session:web:main',
              outcome: said.some(each => each.turn === id && each.role === 'assistant') ? 'done' : 'running',
              reply: said.find(each => each.turn === id && each.role === 'assistant')?.text ?? '',
              notes: [],
              usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
              toolCalls: [],
              waiting: [],
            }
          : undefined,
      writing: () => undefined,
      outputs: () => [],
      coreTools: () => [],
      secrets: { list: async () => [], takers: () => new Map() },
      tools: { list: () => [tool], show: async name => (name === tool.name ? tool : undefined) },
      sandbox: { look: async () => sandbox },
      watch: onFrame => {
        watchers.add(onFrame);
        return () => void watchers.delete(onFrame);
      },
    },
    levers: {
      async say(session, { clientId, text }) {
        asked.push({ session, clientId, text });
        if (text === 'too much') throw fault('unavailable', 'too many messages wait', { retryAfterMs: 2_000 });
        if (text === 'break') throw new Error('password=hunter2');
        const known = taken.get(clientId);
        if (known !== undefined) return { turn: known, duplicate: true };
        const turn = `t${taken.size + 1}`;
        taken.set(clientId, turn);
        said.push({ id: `m${said.length + 1}`, turn, role: 'owner', text, at: 1 });
        return { turn, duplicate: false };
      },
      async decide(decision) {
        asked.push(decision);
        if (agent.decideNext) return agent.decideNext(decision);
        const found = approvals.get(decision.approval);
        if (!found) return { ok: false, why: 'unknown', message: 'there is no such approval' };
        if (found.state === 'expired') return { ok: false, why: 'expired', message: 'it has expired' };
        if (found.state !== 'pending')
          return { ok: false, why: 'decided', outcome: found.state, message: 'somebody was first' };
        if (decision.digest !== undefined && decision.digest !== found.card.digest)
          return { ok: false, why: 'changed', message: 'what would run is not what was shown' };
        const needed = { low: undefined, medium: 'yes', high: 'yes', irreversible: found.card.word }[found.card.risk];
        if (decision.decision === 'approve' && decision.confirmation !== needed)
          return { ok: false, why: 'unconfirmed', message: 'this has to be confirmed' };
        const state = decision.decision === 'approve' ? 'granted' : 'denied';
        approvals.set(decision.approval, { ...found, state, rev: found.rev + 1 });
        return { ok: true, state };
      },
      decideAll: all => Promise.all(all.map(agent.levers.decide)),
      async abort(session) {
        asked.push({ abort: session });
        return session === 'session:web:main';
      },
      async changeTool(name, act) {
        asked.push({ tool: name, act });
        if (name !== tool.name) throw fault('invalid', `there is no tool ${name}`);
        return `${name} is changed.`;
      },
      async resetSandbox() {
        asked.push({ reset: true });
        return 'The sandbox is being reset.';
      },
    },
  };
  return agent;
}

/** The one tool its agent has made. */
export const sandbox: SandboxView = {
  kind: 'bubblewrap',
  reason: 'it works here.',
  health: { ok: true, detail: 'one is warm' },
  packageHosts: ['pypi.org'],
  isResetting: false,
};

export const tool: ToolDetails = {
  name: 'word_count',
  description: 'Counts words.',
  state: 'ok',
  trusted: true,
  calls: 2,
  successRate: 0.5,
  medianMs: 12.5,
  version: 1,
  commit: 'a'.repeat(40),
  hash: 'b'.repeat(64),
  program: 'word_count.py',
  history: [{ commit: 'a'.repeat(40), at: 1, subject: 'create tool: word_count' }],
  runs: [{ at: 1, ok: true, ms: 12.5 }],
};

export function row(id: string, rev = 1): ActorRow {
  return {
    id,
    kind: id.split(':')[0] ?? '',
    label: id,
    machine: 'session',
    incarnation: 1,
    value: 'idle',
    leaf: 'idle',
    tags: [],
    status: 'active',
    rev,
    since: 1,
    startedAt: 1,
    queued: 0,
    timers: [],
  };
}

export function entry(seq: number): JournalEntry {
  return { seq, at: seq, event: { type: 'message.received' }, to: 'idle', path: [], hash: 'h', codeHash: 'c' };
}

export function message(id: string, turn: string, text: string): ChatMessage {
  return { id, turn, role: 'assistant', text, at: 1 };
}

export function approval(key: string): ApprovalRow {
  const card: ApprovalCard = {
    key,
    session: 'session:web:main',
    tool: 'execute_command',
    intent: 'List the files.',
    risk: 'low',
    reasons: ['it runs a command'],
    exact: 'ls -la',
    digest: 'd'.repeat(64),
    nonce: 'n1',
    repeat: false,
  };
  return { id: `approval:${key}`, card, state: 'pending', rev: 4 };
}
