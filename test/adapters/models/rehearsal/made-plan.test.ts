/** Plans of the demo model: each can be carried out, and its agents, which the same model answers, understand their work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planIn } from '../../../../src/adapters/agents/plan-text.ts';
import { asText } from '../../../../src/adapters/models/rehearsal/made-plan.ts';
import { planOf } from '../../../../src/adapters/models/rehearsal/plan.ts';
import { planLine } from '../../../../src/adapters/models/rehearsal/texts/plan-words.ts';
import { shippedAgents } from '../../../../src/domain/agents/agent.ts';
import { type Plan, planProblem } from '../../../../src/domain/plans/plan.ts';
import { planModelTexts } from '../../../../src/domain/plans/texts.ts';
import { conversation } from './rehearsal-play.ts';

const all = `/workspace: 5 entries
alpha/  folder  today
alpha/README.md  20 bytes  today
beta/  folder  today
gamma/  folder  today
report.md  4 bytes  today`;

/** What is said to a request, and the plan that was made for it. */
async function told(request: string, list = all): Promise<{ readonly text: string; readonly plan: Plan | undefined }> {
  const { say } = conversation({
    offer: () => ['list_files', 'run_plan'].map(name => ({ name, description: name, parameters: { type: 'object' } })),
    answer: name => ({ text: name === 'list_files' ? list : 'Plan “X”: all steps are done.' }),
  });
  const { text, calls } = await say(request);
  const markdown = calls.find(({ name }) => name === 'run_plan')?.arguments['plan'];
  if (typeof markdown !== 'string') return { text, plan: undefined };
  const made = planIn(markdown);
  assert.ok('plan' in made, JSON.stringify(made));
  assert.equal(
    planProblem(made.plan, shippedAgents, {
      pattern: () => undefined,
      when: () => undefined,
      worktree: () => undefined,
    }),
    undefined,
  );
  for (const { task } of made.plan.steps)
    for (const step of planOf(task)) assert.ok(step.intent?.tool, `an agent understands “${step.text}”`);
  return { text, plan: made.plan };
}

const graph = (plan: Plan | undefined) => plan?.steps.map(({ id, dependsOn }) => `${id} < ${dependsOn.join(' ')}`);

for (const request of [
  'compare these three projects and write a report',
  'vergleiche diese drei Projekte und schreib einen Bericht',
])
  test(`given three folders, when it is told “${request}”, then each is looked at by itself, and no file that is there is written over`, async () => {
    const { plan } = await told(request);
    assert.deepEqual(graph(plan), ['alpha < ', 'beta < ', 'gamma < ', 'write < alpha beta gamma']);
    assert.match(plan?.steps[0]?.task ?? '', /alpha\/README\.md/);
    assert.match(plan?.steps[3]?.verify.join() ?? '', /^not_empty (?:report-2|bericht)\.md$/);
  });

test('given other folders than are meant, when a comparison is asked for, then it asks which, and makes no plan', async () => {
  for (const [request, words] of [
    ['compare these two projects and write a report', /Name two to six.*alpha, beta, gamma/],
    ['compare the folders alpha and delta and write a report', /no folder “delta”/],
    ['vergleiche die Ordner alpha und delta und schreib einen Bericht', /keinen Ordner „delta“/],
  ] as const) {
    const { text, plan } = await told(request);
    assert.match(text, words);
    assert.equal(plan, undefined);
  }
  assert.match((await told('compare my projects', '/workspace: 0 entries')).text, /there are not as many/);
});

test('given steps that are said, when a plan is made of them, then “then” waits, “and” does not, and no two write at once', async () => {
  const { plan } = await told(
    'make a plan for tea: read the file a.txt and read the file b.txt, then write the result to c.txt and write a file d.txt with: tea. Carry it out.',
  );
  assert.deepEqual(graph(plan)?.slice(0, 3), ['step_1 < ', 'step_2 < ', 'step_3 < step_1 step_2']);
  assert.equal(plan?.title, 'Plan for tea');
  const { text, plan: none } = await told('make a plan: run rm -r old, and carry it out');
  assert.match(text, /cannot do this here: “run rm -r old”/);
  assert.equal(none, undefined);
});

test('given what the steps before one came to, when it is written into a file, then each has its heading, and nobody says who he is', () => {
  const material = `${planModelTexts.resultOf('alpha')}\nIt counts.\n\n${planModelTexts.resultOf('beta')}\nIt sorts.`;
  assert.equal(asText(material), '## alpha\n\nIt counts.\n\n## beta\n\nIt sorts.');
});

test('given what a plan came to, when its owner reads German, then states and checks are German, and what agents say is left out', () => {
  const text =
    'Plan “Tee”: not done.\n- a (researcher): done\n  It says: b: confirmed\n- w (file_worker): failed\n  not_empty t.md: refuted (t.md is empty)\nIt is not done: …';
  assert.equal(
    planLine(text, 'de'),
    'Der Plan „Tee“ ist nicht fertig:\n- a (researcher): erledigt\n- w (file_worker): gescheitert\n  not_empty t.md: gilt nicht',
  );
  assert.equal(planLine('It was refused.', 'en'), undefined);
});

for (const request of [
  'make a plan on copies of the repository projects/toy: write “hello” to a.txt and write “there” to b.txt, then list the files in projects/toy',
  'mach einen Plan auf Kopien von projects/toy: schreib „Hallo“ in a.txt und schreib „dort“ in b.txt, dann liste die Dateien in projects/toy auf',
])
  test(`given a repository, when it is told “${request.slice(0, 40)}…”, then steps that write do so side by side, each on a copy`, async () => {
    const { plan } = await told(request);
    assert.deepEqual(graph(plan), ['step_1 < ', 'step_2 < ', 'step_3 < step_1 step_2']);
    assert.deepEqual(
      plan?.steps.map(({ worktree }) => worktree),
      ['projects/toy', 'projects/toy', undefined],
    );
  });
