/** What can be read: the tables behind the reader, each as one GET. */
import type { ApprovalOutcome, Risk } from '../src/domain/approvals/card.ts';
import type { Health } from '../src/domain/supervision/view.ts';
import { budgetOfToday } from './budget-of-today.ts';
import type { Reader } from './reader.ts';
import { refuse } from './refusal.ts';
import { type Answer, address, numberOf, type Route } from './routes.ts';
import type { StreamHub } from './stream.ts';

/** The routes that only read. `hub` says where a stream goes on from what `/api/state` answered. */
export function reads(reader: Reader, hub: StreamHub): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/state',
      run: async ({ role }) => {
        const budget = await budgetOfToday(reader);
        // Read first, then mark: both happen in one go, so nothing is committed in between.
        const state = reader.state();
        return ok({ ...state, ...hub.mark(state.boot), role, ...(budget ? { budget } : {}) });
      },
    },
    {
      method: 'GET',
      path: '/api/actors/{id}/journal',
      query: ['before', 'limit', 'q'],
      run: ({ params, query }) => {
        const before = numberOf(query, 'before', 0, Number.MAX_SAFE_INTEGER);
        const q = query.get('q');
        const page = {
          limit: numberOf(query, 'limit', 1, 200) ?? 50,
          ...(before === undefined ? {} : { before }),
          ...(q === null || q === '' ? {} : { q: q.slice(0, 200) }),
        };
        return found(reader.journal(address(params['id'] ?? ''), page), 'actor');
      },
    },
    {
      method: 'GET',
      path: '/api/actors/{id}/restart',
      run: async ({ params }) => found(await reader.restartPreview?.(address(params['id'] ?? '')), 'actor'),
    },
    {
      method: 'GET',
      path: '/api/actors/{id}/snapshot',
      run: ({ params }) => found(reader.snapshot(address(params['id'] ?? '')), 'actor'),
    },
    {
      method: 'GET',
      path: '/api/actors/{id}/at/{seq}',
      run: ({ params }) => {
        const seq = Number(/^\d{1,15}$/.exec(params['seq'] ?? '')?.[0] ?? Number.NaN);
        if (Number.isNaN(seq)) throw refuse(400, 'expected the number of a step after /at/');
        return found(reader.at(address(params['id'] ?? ''), seq), 'step of such an actor');
      },
    },
    {
      method: 'GET',
      path: '/api/actors/{id}/export',
      run: ({ params }) => {
        const id = address(params['id'] ?? '');
        const name = `${id.replace(/[^A-Za-z0-9._-]+/g, '-')}.json`;
        const file = found(reader.export(id), 'actor');
        return { ...file, headers: { 'Content-Disposition': `attachment; filename="${name}"` } };
      },
    },
    {
      method: 'GET',
      path: '/api/approvals',
      query: ['state'],
      run: ({ query }) => {
        const state = query.get('state') ?? undefined;
        if (state !== undefined && !(approvalStates as readonly string[]).includes(state))
          throw refuse(400, `expected state to be one of ${approvalStates.join(', ')}`);
        return ok({ approvals: reader.approvals(state) });
      },
    },
    {
      method: 'GET',
      path: '/api/approvals/{id}/call',
      run: ({ params }) => {
        const call = reader.askedCall?.(address(params['id'] ?? '', 'approval'));
        if (!call) throw refuse(404, 'there is no such approval, or its call is gone');
        return ok({ call });
      },
    },
    {
      method: 'GET',
      path: '/api/chats/{id}',
      run: async ({ params }) => {
        const chat = address(params['id'] ?? '', 'session');
        const { sessions } = reader;
        return found(
          sessions && { current: await sessions.current(chat), sessions: await sessions.list(chat) },
          'chat',
        );
      },
    },
    {
      method: 'GET',
      path: '/api/sessions/{id}/messages',
      query: ['before', 'limit'],
      run: ({ params, query }) => {
        const before = query.get('before');
        const page = {
          limit: numberOf(query, 'limit', 1, 200) ?? 50,
          ...(before === null || before === '' ? {} : { before: before.slice(0, 300) }),
        };
        const session = address(params['id'] ?? '', 'session');
        const writing = before === null ? reader.writing?.(session) : undefined;
        return ok({ ...reader.messages(session, page), ...(writing ? { writing } : {}) });
      },
    },
    {
      method: 'GET',
      path: '/api/turns/{id}',
      run: ({ params }) => found(reader.turn(params['id'] ?? ''), 'turn'),
    },
    {
      method: 'GET',
      path: '/api/tools',
      run: async () => ok({ tools: (await reader.tools?.list()) ?? [], core: reader.coreTools?.() ?? [] }),
    },
    {
      method: 'GET',
      path: '/api/tools/{name}',
      run: async ({ params }) => found(await reader.tools?.show(params['name'] ?? ''), 'tool'),
    },
    {
      method: 'GET',
      path: '/api/tools/{name}/versions/{commit}',
      run: async ({ params }) => {
        const { name = '', commit = '' } = params;
        if (!/^[0-9a-f]{40}$/.test(commit)) throw refuse(400, 'expected the whole id of a commit after /versions/');
        const source = await reader.tools?.sourceAt?.(name, commit);
        return found(source === undefined ? undefined : { commit, source }, 'version of such a tool, or it is no text');
      },
    },
    {
      method: 'GET',
      path: '/api/sandbox',
      run: async () => found(await reader.sandbox?.look(), 'sandbox'),
    },
    {
      method: 'GET',
      path: '/api/undo',
      run: async () => found(await reader.undo?.list(), 'undo'),
    },
    {
      method: 'GET',
      path: '/api/undo/{id}',
      run: async ({ params }) => found(await reader.undo?.show(turnNumber(params['id'])), 'turn to undo'),
    },
    {
      method: 'GET',
      path: '/api/budget',
      run: async () => found(await reader.budget?.look(), 'budget'),
    },
    {
      method: 'GET',
      path: '/api/secrets',
      run: async () => ok({ secrets: (await reader.secrets?.list()) ?? [] }),
    },
    {
      method: 'GET',
      path: '/api/audit',
      query: ['after', 'before', 'limit', 'kind', 'q', 'actor', 'risk'],
      run: async ({ query }) => {
        const after = numberOf(query, 'after', 0, Number.MAX_SAFE_INTEGER);
        const before = numberOf(query, 'before', 0, Number.MAX_SAFE_INTEGER);
        const kind = query.get('kind') ?? '';
        if (!/^[a-z.-]{0,80}$/.test(kind)) throw refuse(400, 'expected kind as in "tool" or "tool.called"');
        const risk = risks.find(one => one === query.get('risk'));
        if (query.has('risk') && !risk) throw refuse(400, `expected risk to be one of ${risks.join(', ')}`);
        const page = {
          limit: numberOf(query, 'limit', 1, 1000) ?? 50,
          ...(after === undefined ? {} : { after }),
          ...(before === undefined ? {} : { before }),
          ...(kind === '' ? {} : { kind }),
          ...(query.get('actor') ? { actor: (query.get('actor') ?? '').slice(0, 200) } : {}),
          ...(risk ? { risk } : {}),
          ...(query.get('q') ? { q: (query.get('q') ?? '').slice(0, 200) } : {}),
        };
        return found(await reader.audit?.page(page), 'audit chain');
      },
    },
    {
      method: 'GET',
      path: '/api/audit/unrecorded',
      run: async () => ok({ addresses: (await reader.audit?.unrecorded()) ?? [] }),
    },
  ];
}

/** What needs no token beside the page's files: that it runs. With a token `/health` says all. */
export function openReads(health: () => Health): { readonly health: (known: boolean) => Answer } {
  return {
    health: known => {
      const now = health();
      return { status: now.status === 'stopping' ? 503 : 200, value: known ? now : { status: now.status } };
    },
  };
}

/** The number a turn is undone by. */
export function turnNumber(text = ''): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw refuse(400, 'expected the number of a turn after /api/undo/');
  return Number(text);
}

const approvalStates: readonly ('pending' | ApprovalOutcome)[] = [
  'pending',
  'granted',
  'denied',
  'expired',
  'undelivered',
  'cancelled',
];

const risks: readonly Risk[] = ['low', 'medium', 'high', 'irreversible'];

function ok(value: unknown): Answer {
  return { status: 200, value };
}

function found(value: unknown, what: string): Answer {
  if (value === undefined) throw refuse(404, `there is no such ${what}, or it has been pruned`);
  return ok(value);
}
