/** The house of another process, over the HTTP of its inspector: what `straylight ask`, `status` and `approvals` talk to. */

import type { House } from '../../commands/house.ts';
import type { DecisionAnswer } from '../../domain/approvals/card.ts';
import type { StandingApproval } from '../../domain/approvals/standing.ts';
import type { BudgetView } from '../../domain/budget/view.ts';
import type { ChatSession } from '../../domain/conversation/chat-session.ts';
import type { SecretRow } from '../../domain/secrets/rule.ts';
import type { SandboxView } from '../../domain/security/sandbox.ts';
import type { AdminOutcome } from '../../domain/supervision/admin.ts';
import { type Failure, fault, toFailure } from '../../domain/supervision/failure.ts';
import type { Frame } from '../../domain/supervision/view.ts';
import type { ToolRow } from '../../domain/tools/health.ts';
import type { UndoList, UndoOutcome } from '../../domain/undo/undo.ts';
import type { Clock } from '../../ports/clock.ts';
import { systemClock } from '../process/clock.ts';
import { isUnsent, type RemoteAddress, type RemoteAnswer, record, remoteCall } from './call.ts';
import { catchUp } from './catch-up.ts';
import { framesOf } from './frames.ts';
import { remoteStream } from './stream.ts';

export interface RemoteHouseOptions {
  /** `http://127.0.0.1:8420` */
  readonly url: string;
  readonly token: string;
  /** Where the house is by now, asked when it did not answer: it may have come back at another port. Undefined: nowhere yet. */
  readonly again?: () => RemoteAddress | undefined;
  readonly clock?: Clock;
  /** Told when a watch loses its connection and when it has it (again); the watch goes on by itself. */
  readonly onLink?: (link: { readonly state: 'live' } | { readonly state: 'lost'; readonly failure: Failure }) => void;
}

/**
 * The same answers as the house of this process gives, a network in between. Nothing is retried but the stream of `watch`,
 * which reconnects until its signal and makes good what it missed (remote/catch-up.ts), and what found nobody at the old port
 * of a house that has another by now.
 */
export function remoteHouse(options: RemoteHouseOptions): House {
  const { clock = systemClock, onLink } = options;
  let address: RemoteAddress = { url: options.url, token: options.token };
  const closing = new AbortController();
  const spoken = new Map<string, string>();

  /** Looks where the house is by now; true where that is elsewhere. */
  const moved = () => {
    const now = options.again?.() ?? address;
    const isElsewhere = now.url !== address.url || now.token !== address.token;
    address = now;
    return isElsewhere;
  };
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const sent = () => remoteCall(address, method, path, { body, signal: closing.signal });
    try {
      return await sent();
    } catch (thrown) {
      // only what surely never arrived is sent once more
      const mayRepeat = method === 'GET' || isUnsent(toFailure(thrown));
      if (closing.signal.aborted || !moved() || !mayRepeat) throw thrown;
      return sent();
    }
  };
  const get = async (path: string) => {
    const answer = await call('GET', path);
    if (answer.ok) return answer.value;
    if (answer.status === 404) return undefined;
    throw answer.fault;
  };
  const post = (path: string, body: unknown) => call('POST', path, body);

  const house: House = {
    where: 'there',
    state: async () => present(await get('/api/state')),
    approvals: async state => {
      const answer = record(present(await get(`/api/approvals${state === undefined ? '' : `?${query({ state })}`}`)));
      return present(answer['approvals']);
    },
    journal: async (id, page) => maybe(await get(`${actor(id)}/journal?${query(page)}`)),
    snapshot: async id => maybe(await get(`${actor(id)}/snapshot`)),
    export: async id => maybe(await get(`${actor(id)}/export`)),
    messages: async (session, page) => present(await get(`${conversation(session)}/messages?${query(page)}`)),
    turn: async id => maybe(await get(`/api/turns/${encodeURIComponent(id)}`)),

    async say(session, message) {
      const answer = granted(await post(`${conversation(session)}/messages`, message));
      const turn = String(answer['turn']);
      spoken.set(turn, session);
      if (spoken.size > 100) spoken.delete(spoken.keys().next().value ?? '');
      const { duplicate, note } = answer;
      return { turn, duplicate: duplicate === true, ...(typeof note === 'string' ? { note } : {}) };
    },

    async decide({ approval, decision, confirmation, reason, digest, nonce }) {
      // JSON leaves out what is undefined; who decides is for the house to say.
      const body = { commandId: clock.id(), decision, confirmation, reason, digest, nonce };
      return decided(await post(`/api/approvals/${encodeURIComponent(approval)}/decision`, body));
    },

    // each is decided by itself anyway; how many at once, the page knows
    async decideAll(all) {
      const decisions = all.map(({ approval, decision, digest, nonce }) => ({ approval, decision, digest, nonce }));
      return granted(await post('/api/approvals/decisions', { commandId: clock.id(), decisions }))[
        'answers'
      ] as readonly DecisionAnswer[];
    },

    async abort(session) {
      return granted(await post(`${conversation(session)}/abort`, { commandId: clock.id() }))['aborted'] === true;
    },

    tools: {
      list: async () => present<{ readonly tools: readonly ToolRow[] }>(await get('/api/tools')).tools,
      show: async name => maybe(await get(tool(name))),
      async change(name, act) {
        return String(granted(await post(`${tool(name)}/${act}`, { commandId: clock.id() }))['message']);
      },
    },

    budget: { look: async () => present<BudgetView>(await get('/api/budget')) },

    standing: {
      list: async () =>
        present<{ readonly standing: readonly StandingApproval[] }>(await get('/api/standing')).standing,
      async add({ pattern, forMs, most }) {
        const wished = 'approval' in pattern ? { approval: pattern.approval } : { pattern };
        return granted(await post('/api/standing', { ...wished, forMs, most })) as unknown as StandingApproval;
      },
      async revoke(id) {
        return granted(await post(`/api/standing/${encodeURIComponent(id)}/revoke`, {}))['revoked'] === true;
      },
    },

    sandbox: {
      look: async () => present<SandboxView>(await get('/api/sandbox')),
      reset: async () => String(granted(await post('/api/sandbox/reset', { commandId: clock.id() }))['message']),
    },

    undo: {
      list: async () => present<UndoList>(await get('/api/undo')),
      show: async id => maybe(await get(`/api/undo/${id}`)),
      async apply(id, { overwrite = false } = {}) {
        return granted(await post(`/api/undo/${id}`, { commandId: clock.id(), overwrite }))['outcome'] as UndoOutcome;
      },
    },

    audit: {
      page: async ({ after, before, limit, kind }) =>
        present(await get(`/api/audit?${query({ after, before, limit, kind })}`)),
      unrecorded: async () =>
        present<{ readonly addresses: readonly string[] }>(await get('/api/audit/unrecorded')).addresses,
      accept: async () => String(granted(await post('/api/audit/accept', { commandId: clock.id() }))['message']),
    },

    sessions: {
      current: async chat =>
        present<{ readonly current: string }>(await get(`/api/chats/${encodeURIComponent(chat)}`)).current,
      list: async chat =>
        present<{ readonly sessions: readonly ChatSession[] }>(await get(`/api/chats/${encodeURIComponent(chat)}`))
          .sessions,
      async begin(chat) {
        const body = { commandId: clock.id() };
        return granted(await post(`/api/chats/${encodeURIComponent(chat)}/new`, body))['session'] as ChatSession;
      },
      async choose(chat, number) {
        const body = { commandId: clock.id(), number };
        return granted(await post(`/api/chats/${encodeURIComponent(chat)}/current`, body))['session'] as ChatSession;
      },
    },

    admin: {
      async command({ id, verb, actor: address, from, seq, rev, reason }) {
        const body = { commandId: id, verb, mode: from, seq, rev, reason };
        return granted(await post(`${actor(address)}/commands`, body))['outcome'] as AdminOutcome;
      },
      async choose(incident, choice) {
        granted(await post(`/api/incidents/${encodeURIComponent(incident)}/answer`, { commandId: clock.id(), choice }));
      },
      preview: async id => maybe(await get(`${actor(id)}/restart`)),
    },

    secrets: {
      list: async () => present<{ readonly secrets: readonly SecretRow[] }>(await get('/api/secrets')).secrets,
      reload: async () => String(granted(await post('/api/secrets/reload', { commandId: clock.id() }))['message']),
    },

    watch(onFrame, signal) {
      const begun = Promise.withResolvers<void>();
      const missed = catchUp(house, spoken);
      const tell = (frame: Frame) => {
        missed.note(frame);
        heard(onFrame, frame);
      };
      remoteStream({
        address: () => address,
        clock,
        signal: AbortSignal.any([signal, closing.signal]),
        onEvent: async event => {
          if (event.name === 'resync') await missed.run(frame => heard(onFrame, frame));
          else for (const frame of framesOf(event)) tell(frame);
        },
        onLink: link => {
          if (link.state === 'lost') moved();
          begun.resolve();
          onLink?.(link);
        },
      }).then(begun.resolve, begun.reject);
      return begun.promise;
    },

    async close() {
      closing.abort();
    },
  };
  return house;
}

const actor = (id: string) => `/api/actors/${encodeURIComponent(id)}`;
const tool = (name: string) => `/api/tools/${encodeURIComponent(name)}`;
const conversation = (session: string) => `/api/sessions/${encodeURIComponent(session)}`;

function query(values: Readonly<Record<string, string | number | undefined>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query;
}

/** The value as the shape its route answers with: our own program's, behind its token. */
function present<T>(value: unknown): T {
  if (value === undefined)
    throw fault('defect', 'expected an answer of Straylight, got none; is another version running?');
  return value as T;
}

function maybe<T>(value: unknown): T | undefined {
  return value as T | undefined;
}

function granted(answer: RemoteAnswer): Readonly<Record<string, unknown>> {
  if (!answer.ok) throw answer.fault;
  return record(answer.value);
}

/** A decision that did not count is an answer, not a fault; the server says `why` beside its error. */
function decided(answer: RemoteAnswer): DecisionAnswer {
  if (answer.ok) {
    const { state, undoUntil } = record(answer.value);
    const isKnown = state === 'denied' || state === 'undone' || state === 'edited';
    return { ok: true, state: isKnown ? state : 'granted', ...(typeof undoUntil === 'number' ? { undoUntil } : {}) };
  }
  const { why, outcome, message } = answer.error;
  if (typeof why !== 'string') throw answer.fault;
  return { ok: false, why, message, ...(outcome === undefined ? {} : { outcome }) } as DecisionAnswer;
}

/** A listener that throws is wrong; that must not look like a lost connection. */
function heard(onFrame: (frame: Frame) => void, frame: Frame): void {
  try {
    onFrame(frame);
  } catch (thrown) {
    queueMicrotask(() => {
      throw thrown;
    });
  }
}
