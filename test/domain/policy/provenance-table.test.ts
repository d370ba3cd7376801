/** The table of docs/approvals.md says what the policy does with a call of the owner's, and with one from outside. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { judge } from '../../../src/domain/policy/policy.ts';
import type { Taint } from '../../../src/domain/policy/taint.ts';
import type { CallFacts, FrozenCall, ToolEffect } from '../../../src/domain/tools/tool.ts';

const walls = { executor: 'bubblewrap' } as const;
const command = (text: string) => ['execute_command', 'act', { command: text, ...walls }] as const;

/** What each row is about. A note of ours is judged by its own writer: it is pending, or it waits. */
const acts: Readonly<Record<string, readonly [tool: string, effect: ToolEffect, facts: CallFacts] | 'record'>> = {
  'remember something': 'record',
  'correct or forget a memory': 'record',
  'a reminder, or a job that only reads': ['schedule_job', 'act', { schedules: 'reads' }],
  'a job that acts': ['schedule_job', 'act', { schedules: 'acts' }],
  'cancel or pause a job, change or end a goal': [
    'cancel_job',
    'act',
    { changes: [{ kind: 'job', name: 'load', act: 'end', maker: 'owner' }] },
  ],
  'write the list that each heartbeat reads': command('echo weather > HEARTBEAT.md'),
  'change the agent’s settings': ['write_file', 'act', { writes: 'settings', path: '/settings/agent.toml' }],
  'change the agent’s own tools': ['create_tool', 'act', { writes: 'scripts' }],
  'delete a single file in the sandbox': command('rm old.txt'),
  'commit, or install a package, in the sandbox': command('git commit -m x'),
  'read an address you did not type': ['web_fetch', 'read', { url: 'https://example.com/' }],
  'send something to a website you have allowed': [
    'web_request',
    'act',
    { url: 'https://example.com/', trusted: true },
  ],
  'read or write a file of the workspace': ['write_file', 'act', { writes: 'workspace', path: 'a.txt' }],
};

const rows = tableOf(readFileSync('docs/approvals.md', 'utf8'));

test('given the table of the docs, when its rows are counted, then each is one that is tried', () =>
  assert.deepEqual(
    rows.map(([act]) => act),
    Object.keys(acts),
  ));

for (const [act = '', own = '', outside = ''] of rows)
  test(`given the row “${act}”, when such a call is judged, then what it says is so`, () => {
    const tried = acts[act];
    assert.ok(tried !== undefined);
    if (tried === 'record') {
      assert.deepEqual([own, /^pending|^waits/.test(outside)], ['at once', true]);
      return;
    }
    assert.deepEqual([verdictOf(tried, 'owner'), verdictOf(tried, 'external')], [wordOf(own), wordOf(outside)]);
  });

/** `asks`, or `at once`, whatever is said behind it. */
function wordOf(cell: string): string {
  return cell.startsWith('asks') ? 'asks' : 'at once';
}

function verdictOf([tool, effect, facts]: readonly [string, ToolEffect, CallFacts], taint: Taint): string {
  const more =
    tool === 'execute_command'
      ? { judgedBy: 'command' as const }
      : tool === 'web_fetch'
        ? { judgedBy: 'page' as const }
        : {};
  const call: FrozenCall = {
    callId: 'c1',
    tool,
    arguments: '{}',
    digest: '',
    effect,
    timeoutMs: 1,
    intent: '',
    facts,
    ...more,
  };
  return judge(call, { taint }).verdict === 'ask' ? 'asks' : 'at once';
}

/** The cells of the table whose first column is headed "the call". */
function tableOf(page: string): readonly (readonly string[])[] {
  const lines = page.slice(page.indexOf('| the call |')).split('\n');
  const end = lines.findIndex(line => !line.startsWith('|'));
  return lines.slice(2, end).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim().replaceAll("'", '’')),
  );
}
