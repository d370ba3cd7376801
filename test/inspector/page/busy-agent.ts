/**
 * An agent with much going on, held in memory: every kind and every look of an actor, some that wait for the owner, and
 * as many more as asked.
 */
import type { BudgetService } from '../../../src/domain/budget/view.ts';
import type { ActorRow, StateBatch, StepLine } from '../../../src/domain/supervision/view.ts';
import { row, type StubAgent, stubAgent } from '../stub-agent.ts';

export interface BusyAgent {
  readonly agent: StubAgent;
  /** Changes an actor as a step would, and tells whoever watches. */
  step(id: string, change?: Partial<ActorRow>): ActorRow;
  readonly ids: readonly string[];
}

const machines = ['session', 'tool-call', 'job', 'channel', 'circuit-breaker'] as const;

/** `more`: how many actors beside the fifteen that are always there. */
export function busyAgent(more = 0, boot = 'b1'): BusyAgent {
  const agent = stubAgent(boot);
  const now = Date.now();
  const add = (id: string, leaf: string, tags: readonly string[], change: Partial<ActorRow> = {}) => {
    const base = row(id, 12);
    const machine = base.kind;
    const label = id.slice(id.indexOf(':') + 1);
    const times = { since: now - 4_700, startedAt: now - 90_000 + agent.rows.size };
    const last = { type: 'xstate.done.actor.completion', at: now - 4_700 };
    agent.rows.set(id, { ...base, machine, label, leaf, value: leaf, tags, ...times, last, ...change });
  };
  agent.rows.clear();
  add('supervisor', 'idle', ['resting', 'ok'], { label: 'supervisor' });
  add('session:telegram:4417', 'thinking.completing', ['busy'], { expectMs: 60_000, queued: 2 });
  add('session:web:7f2c', 'waitingForInput.approval', ['attention', 'resting']);
  add('session:telegram:9021', 'idle', ['resting', 'ok'], { status: 'suspended' });
  add('session:web:retry', 'thinking.backingOff', ['busy'], { retry: { attempt: 2, of: 3, nextAt: now + 4_000 } });
  add('approval:k3Qm9xTd', 'waitingForInput.timed', ['attention'], { parent: 'tool-call:wIoTNdbh' });
  add('tool-call:wIoTNdbh', 'waitingForInput.approval', ['attention'], {
    label: 'execute_command',
    parent: 'session:web:7f2c',
  });
  add('tool-call:184', 'failed', ['error'], {
    label: 'web_fetch',
    status: 'done',
    last: { type: 'xstate.error.actor.execution', at: now },
  });
  add('tool-call:186', 'acting.executing', ['busy'], { label: 'execute_command', parent: 'session:telegram:4417' });
  add('incident:7', 'waitingForInput.open', ['attention', 'resting'], { label: 'channel:telegram' });
  add('observer:web:7f2c', 'evaluating', ['background']);
  add('job:news_digest', 'waitingForInput', ['resting']);
  add('channel:web', 'online', ['ok', 'resting']);
  add('channel:telegram', 'backingOff', ['error']);
  add('circuit-breaker:model:anthropic', 'open', ['error'], {
    status: 'quarantined',
    error: { message: 'version 3 of its chart does not know this state', at: now },
  });
  for (let index = 0; index < more; index += 1) {
    const kind = machines[index % machines.length] ?? 'session';
    add(
      `${kind}:${index}`,
      index % 3 === 0 ? 'thinking.completing' : 'idle',
      index % 3 === 0 ? ['busy'] : ['resting', 'ok'],
      {
        expectMs: 3_600_000,
      },
    );
  }

  const needs: StateBatch['needs'] = [
    {
      kind: 'approval',
      id: 'approval:k3Qm9xTd',
      text: 'POST the weekly report to api.notion.com',
      since: now - 62_000,
      risk: 'medium',
      until: now + 240_000,
    },
    { kind: 'question', id: 'session:web:7f2c', text: 'Which of the two calendars is yours?', since: now - 4_700 },
    {
      kind: 'approval',
      id: 'approval:Zp41wLb7',
      text: 'Delete 214 files in workspace/old-exports',
      since: now - 60_000,
      risk: 'irreversible',
      until: now + 120_000,
    },
    {
      kind: 'incident',
      id: 'incident:7',
      text: 'The channel telegram does not answer; it was tried 12 times.',
      since: now - 120_000,
    },
  ];
  const ids = [...agent.rows.keys()];
  const recent = ids.slice(0, 30).map(
    (actor, index): StepLine => ({
      actor,
      seq: 11,
      at: now - 59_000 + index * 1_900,
      type: index % 4 === 0 ? 'message.received' : 'xstate.done.actor.completion',
      from: index % 3 === 0 ? undefined : 'thinking.completing',
      to: index % 3 === 0 ? undefined : 'evaluating',
    }),
  );
  const read = agent.reader.state;
  const budget: BudgetService = {
    look: () => ({
      day: '2026-11-22',
      endsAt: now + 3_600_000,
      timeZone: 'UTC',
      sessions: [],
      models: [],
      underWay: 0,
      today: { spent: { tokens: 1_240_000, micros: 3_100_000 }, limit: { tokens: 5_000_000, micros: null } },
      sessionLimit: { tokens: null, micros: null },
    }),
    history() {
      const hour = 3_600_000;
      const end = Math.ceil(now / hour) * hour;
      const steps = Array.from({ length: 24 }, (_, step) => end - (24 - step) * hour);
      const models = ['anthropic/claude-sonnet-5', 'ollama/qwen3', 'openai/gpt-5', 'mistral/small', 'groq/llama'];
      const spent = steps.flatMap((_, step) =>
        models.slice(0, step % 6).map((model, index) => ({
          step,
          model,
          purpose: index === 0 ? 'session' : 'observer',
          calls: 1 + step,
          amount: { tokens: 9_000 * (5 - index), micros: 20_000 * (5 - index) },
        })),
      );
      return { steps, end, spent };
    },
  };
  const reader = {
    ...agent.reader,
    needs: () => needs,
    budget,
    state: () => ({ ...read(), now: Date.now(), needs, recent }),
  };
  return {
    agent: { ...agent, reader },
    ids,
    step(id, change = {}) {
      const known = agent.rows.get(id) ?? row(id);
      const at = Date.now();
      const next = { ...known, rev: known.rev + 1, since: at, last: { type: 'step.taken', at }, ...change };
      agent.rows.set(id, next);
      agent.publish({ type: 'row', row: next });
      return next;
    },
  };
}
