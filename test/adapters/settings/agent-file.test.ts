/** The jobs in the text of `agent.toml`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentFileJobs } from '../../../src/adapters/settings/agent-file.ts';

const seed = `
[personality]
name = "Ada"

[[scheduled_tasks]]
name = "news_digest"
cron = "0 8 * * *"          # cron expression
tool = "news_digest"         # dynamic tool to invoke
budget_tokens = 50000        # per-execution budget
notify = true                # send result to the owner
enabled = true
`;

test('given an entry as it is written everywhere, when the file is read, then it is a job, and reads the same whatever its spaces', () => {
  const { jobs, problems } = agentFileJobs(seed);
  assert.deepEqual(problems, []);
  assert.deepEqual(jobs[0]?.definition, {
    name: 'news_digest',
    schedule: '0 8 * * *',
    tool: 'news_digest',
    budget_tokens: 50_000,
    notify: true,
  });
  assert.deepEqual([jobs[0]?.line, jobs[0]?.isEnabled], [5, true]);
  assert.equal(agentFileJobs(seed.replaceAll('  #', ' #')).jobs[0]?.hash, jobs[0]?.hash);
});

test('given wrong entries, when the file is read, then each is named with its line, what was expected and what came, and the others count', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['name = "a"\ncron = 7', /^agent\.toml:15: scheduled_tasks\.cron: expected a text; came 7$/],
    [
      'name = "a"\ncorn = "x"',
      /^agent\.toml:15: scheduled_tasks\.corn: expected one of the settings .*; came an unknown/,
    ],
    [
      'name = "a"\nsay = "x"',
      /^agent\.toml:13: scheduled_tasks\.cron: expected one of cron and schedule; came neither$/,
    ],
    ['cron = "* * * * *"', /^agent\.toml:13: scheduled_tasks\.name: expected a name; came nothing$/],
    ['name = "news_digest"\ncron = "@daily"', /^agent\.toml:13: scheduled_tasks\.name: expected a name that no other/],
    [
      'name = "a"\ncron = "@daily"\nenabled = "no"',
      /^agent\.toml:16: scheduled_tasks\.enabled: expected true or false/,
    ],
  ];
  for (const [entry, problem] of cases) {
    const { jobs, problems } = agentFileJobs(`${seed}\n[[scheduled_tasks]]\n${entry}\n`);
    assert.match(problems.join('\n'), problem);
    assert.deepEqual(
      jobs.map(({ name }) => name),
      ['news_digest'],
    );
  }
  assert.ok(agentFileJobs('scheduled_tasks = 3').isUnreadable);
  assert.match(agentFileJobs('\n[[scheduled_tasks').problems[0] ?? '', /^agent\.toml:\d: expected a TOML document/);
});
