/** An example for each operation. test/docs.test.ts runs them, in the order of the page. */
import type { OperationName } from '../../src/api/service.ts';

/** Operations whose example needs something that a healthy Straylight does not have. */
export const notRun: Partial<Readonly<Record<OperationName, string>>> = {
  'accounts.pair': 'It makes a code where Telegram is set up.',
  'memory.decide': 'It takes the id of a pending memory; `GET /api/memory/pending` lists them.',
  'memory.undo': 'It takes back the newest batch of changes; `GET /api/memory/stats` lists them.',
  'memory.forgetWords': 'It takes the number that `GET /api/memory/carrying` gives for these words.',
  'memory.forgetAll': 'It takes the number of all memories, which `GET /api/memory/stats` gives.',
  'conversations.delete': 'It deletes a conversation for good.',
  'actors.answer': 'The key is that of an incident that asks you; `needs` of `GET /api/state` lists them.',
};

export const read = (path: string) => `curl -fs -H "$AUTH" "$HOST${path}"`;

const act = (path: string, body: object, method?: 'PATCH' | 'DELETE') =>
  `curl -fs${method === undefined ? '' : ` -X ${method}`} -H "$AUTH" -H "$JSON" "$HOST${path}" \\\n  -d '${JSON.stringify(body)}'`;

/** A field of the answer, kept for the examples that follow. */
const kept = (name: string, command: string, filter: string) => `${name}=$(${command} | jq -r '${filter}')`;

/** Of what is called with more than its path; another one is read at it. */
export const examples: Readonly<Partial<Record<OperationName, string>>> = {
  'state.show': read('/api/state'),
  'sessions.list': read('/api/chats/session:terminal:main'),
  'sessions.begin': act('/api/chats/session:terminal:main/new', { commandId: 'new-1' }),
  'sessions.choose': act('/api/chats/session:terminal:main/current', { commandId: 'back-1', number: 1 }),
  'sessions.verbose': act('/api/chats/session:terminal:main/verbose', { commandId: 'verbose-1', isVerbose: true }),
  'sessions.messages': read('/api/sessions/session:terminal:main/messages?limit=20'),
  'sessions.attach': act('/api/sessions/session:web:main/files', {
    clientId: 'file-1',
    name: 'list.txt',
    content: Buffer.from('milk\n').toString('base64'),
  }),
  'sessions.say': act('/api/sessions/session:web:main/messages', {
    clientId: 'note-1',
    text: 'remember that the plumber is Mr. Novak',
  }),
  'sessions.slash': act('/api/sessions/session:terminal:main/commands', { commandId: 'slash-1', name: 'memory' }),
  'sessions.abort': act('/api/sessions/session:terminal:main/abort', { commandId: 'abort-1' }),
  'sessions.trust': read('/api/sessions/session:terminal:main/trust'),
  'sessions.restoreTrust': [
    kept('THROUGH', read('/api/sessions/session:terminal:main/trust'), '.through'),
    'curl -fs -H "$AUTH" -H "$JSON" -d "{\\"commandId\\": \\"trust-1\\", \\"through\\": $THROUGH}" \\',
    '  "$HOST/api/sessions/session:terminal:main/trust"',
  ].join('\n'),
  'sessions.turn': [
    kept('TURN', read('/api/traces?actor=session:terminal:main'), '.turns[0].turn'),
    read('/api/turns/$TURN'),
  ].join('\n'),
  'conversations.list': read('/api/conversations?limit=50'),
  'conversations.search': read('/api/conversations/search?words=plumber'),
  'conversations.mark': act(
    '/api/conversations/session:terminal:main',
    { commandId: 'name-1', title: 'The first one', pinned: true },
    'PATCH',
  ),
  'conversations.delete': act('/api/conversations/session:web:main', { commandId: 'delete-1' }, 'DELETE'),
  'approvals.list': read('/api/approvals?state=pending'),
  'approvals.call': [
    kept('KEY', read('/api/approvals?state=pending'), '.approvals[0].card.key'),
    read('/api/approvals/$KEY/call'),
  ].join('\n'),
  'approvals.decide': [
    'CARD=$(curl -fs -H "$AUTH" "$HOST/api/approvals?state=pending" | jq -c \'.approvals[0]\')',
    'echo "$CARD" \\',
    '  | jq \'{commandId: "deny-1", decision: "deny", digest: .card.digest, rev, reason: "keep it"}\' \\',
    '  | curl -fs -H "$AUTH" -H "$JSON" -d @- "$HOST/api/approvals/$KEY/decision"',
  ].join('\n'),
  'approvals.decideAll': [
    'echo "$CARD" \\',
    '  | jq \'.card | {commandId: "all-1", decisions: [{approval: .key, decision: "deny", digest, nonce}]}\' \\',
    '  | curl -fs -H "$AUTH" -H "$JSON" -d @- "$HOST/api/approvals/decisions"',
  ].join('\n'),
  'standing.list': read('/api/standing'),
  'standing.add': kept(
    'STANDING',
    act('/api/standing', {
      pattern: { tool: 'execute_command', arguments: { command: { words: ['git', 'rebase'], more: true } } },
      forMs: 86_400_000,
      most: 10,
    }),
    '.id',
  ),
  'standing.revoke': act('/api/standing/$STANDING/revoke', {}),
  'actors.show': read('/api/actors/session:terminal:main'),
  'actors.journal': read('/api/actors/session:terminal:main/journal?limit=5'),
  'actors.preview': read('/api/actors/session:terminal:main/restart'),
  'actors.snapshot': read('/api/actors/session:terminal:main/snapshot'),
  'actors.at': read('/api/actors/session:terminal:main/at/3'),
  'actors.export': [
    `${read('/api/actors/session:terminal:main/export')} > ~/session.json`,
    'straylight actors replay ~/session.json',
  ].join('\n'),
  'actors.command': act('/api/actors/session:terminal:main/commands', { commandId: 'restart-1', verb: 'restart' }),
  'actors.answer': act('/api/incidents/k3Qm9xTd/answer', { commandId: 'answer-1', choice: 'retry' }),
  'actors.tree': read('/api/tree'),
  'jobs.define': act('/api/jobs', {
    commandId: 'job-1',
    name: 'water',
    schedule: 'every weekday at 8',
    say: 'drink water',
  }),
  'accounts.list': read('/api/telegram/accounts'),
  'accounts.pair': act('/api/telegram/pairing', { commandId: 'pair-1' }),
  'accounts.allow': act('/api/telegram/accounts/42/allow', { commandId: 'pair-2' }),
  'accounts.remove': act('/api/telegram/accounts/42/remove', { commandId: 'pair-3' }),
  'goals.add': act('/api/goals', { commandId: 'goal-1', text: 'finish the report' }),
  'goals.list': read('/api/goals?state=open'),
  'goals.act': act('/api/goals/1/complete', { commandId: 'goal-2' }),
  'context.show': read('/api/sessions/session:terminal:main/context'),
  'context.compact': act('/api/sessions/session:terminal:main/compact', { commandId: 'compact-1' }),
  'context.undo': act('/api/sessions/session:terminal:main/compact/undo', { commandId: 'compact-2' }),
  'orders.list': read('/api/orders'),
  'orders.revoke': [
    act('/api/sessions/session:web:main/messages', { clientId: 'order-1', text: 'never push without asking' }),
    act('/api/orders/1/revoke', { commandId: 'order-2' }),
  ].join('\n'),
  'views.show': read('/api/views/goals.list?fields=%7B%22state%22:%22open%22%7D'),
  'views.act': act('/api/views/goals.add', {
    commandId: 'goal-3',
    fields: { text: 'learn to sing, due tomorrow at 9' },
  }),
  'tasks.add': act('/api/tasks', { text: 'remember that tea is in the blue tin', priority: 'high', key: 'tea-1' }),
  'tasks.list': read('/api/tasks?limit=10'),
  'tasks.show': read('/api/tasks/1'),
  'tasks.cancel': act('/api/tasks/1/cancel', { commandId: 'cancel-1' }),
  'jobs.list': read('/api/jobs'),
  'jobs.show': read('/api/jobs/water'),
  'jobs.next': read('/api/jobs/water/next?count=5'),
  'jobs.history': read('/api/jobs/water/runs?limit=5'),
  'jobs.change': act('/api/jobs/water', { commandId: 'job-2', schedule: 'every day at 8', notify: 'failure' }, 'PATCH'),
  'jobs.act': act('/api/jobs/water/disable', { commandId: 'pause-1' }),
  'tools.list': read('/api/tools'),
  'tools.show': read('/api/tools/count_words'),
  'tools.source': [
    kept('COMMIT', read('/api/tools/count_words'), '.commit'),
    read('/api/tools/count_words/versions/$COMMIT'),
  ].join('\n'),
  'tools.change': act('/api/tools/count_words/disable', { commandId: 'off-1' }),
  'sandbox.show': read('/api/sandbox'),
  'sandbox.reset': act('/api/sandbox/reset', { commandId: 'reset-1' }),
  'secrets.list': read('/api/secrets'),
  'secrets.reload': act('/api/secrets/reload', { commandId: 'reload-1' }),
  'undo.list': read('/api/undo'),
  'undo.show': [kept('NUMBER', read('/api/undo'), '.turns[0].id'), read('/api/undo/$NUMBER')].join('\n'),
  'undo.apply': act('/api/undo/$NUMBER', { commandId: 'undo-1' }),
  'memory.list': read('/api/memory?q=bins'),
  'memory.pending': read('/api/memory/pending'),
  'memory.stats': read('/api/memory/stats'),
  'memory.carrying': read('/api/memory/carrying?words=the+bins'),
  'memory.show': [kept('MEMORY', read('/api/memory?q=bins'), '.memories[0].id'), read('/api/memory/$MEMORY')].join(
    '\n',
  ),
  'memory.decide': act('/api/memory/$MEMORY/decision', { commandId: 'accept-memory-1', decision: 'accept' }),
  'memory.export': read('/api/memory/export'),
  'memory.import': act('/api/memory/import', { commandId: 'import-1', batch: 'from-the-old-home', memories: [] }),
  'memory.consolidate': act('/api/memory/consolidate', { run: 'order-1' }),
  'memory.undo': act('/api/memory/undo', { commandId: 'undo-memory-1' }),
  'memory.forgetWords': act('/api/memory/forget-words', {
    commandId: 'forget-words-1',
    words: 'the bins',
    count: 1000,
  }),
  'memory.forgetAll': act('/api/memory/forget-all', { commandId: 'forget-all-1', count: 1000 }),
  'memory.edit': [
    kept('MEMORY', read('/api/memory?q=bins'), '.memories[0].id'),
    kept(
      'MEMORY',
      act('/api/memory/$MEMORY', { commandId: 'edit-1', content: 'the bins go out on Thursday' }, 'PATCH'),
      '.memory.id',
    ),
  ].join('\n'),
  'memory.forget': act('/api/memory/$MEMORY', {}, 'DELETE'),
  'budget.show': read('/api/budget'),
  'budget.history': read('/api/budget/history?span=week'),
  'models.list': read('/api/models?session=session:terminal:main'),
  'models.prices': read('/api/models/prices'),
  'models.retry': act('/api/models/retry', { commandId: 'retry-1' }),
  'models.choose': act('/api/sessions/session:terminal:main/model', {
    commandId: 'model-1',
    model: 'rehearsal/rehearsal',
  }),
  'audit.list': read('/api/audit?kind=approval&limit=10'),
  'audit.unrecorded': read('/api/audit/unrecorded'),
  'audit.accept': act('/api/audit/accept', { commandId: 'accept-1' }),
  'traces.list': read('/api/traces?actor=session:terminal:main'),
  'traces.show': read('/api/traces/$TURN'),
};
