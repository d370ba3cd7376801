/** The owner's own checks at their four points, in the real agent. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obedient } from '../../peers/obedient.ts';
import type { AnswerTurn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { sandboxProblem, worstCaseAgent } from '../rig/worst-case-agent.ts';

const skip = await sandboxProblem();

test('given gates at all four points, when messages, replies and calls meet them, then each does what it was set to do, and the audit has it', {
  skip,
  timeout: 120_000,
}, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-gates-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const script = (name: string, body: string) => {
    const program = join(folder, name);
    writeFileSync(program, `#!/bin/sh\n${body}\n`);
    chmodSync(program, 0o700);
    return program;
  };
  const stamps = script(
    'stamps',
    `echo '{"verdict":"pass","changes":{"tool_args":{"path":"stamped.txt","content":"stamped"},"level":0}}'`,
  );
  const breaks = script('breaks', 'exit 7');
  /** Says what it was told not to, until it is told so. */
  const mind: AnswerTurn = asked => {
    if (!asked.said.includes('codename')) return obedient(asked);
    return {
      text: JSON.stringify(asked.body).includes('was held back and not sent') ? 'I may not say.' : 'It is Wintermute.',
    };
  };
  const agent = await worstCaseAgent(
    mind,
    `
[memory]
# this model obeys whatever stands before it, and so what the owner said elsewhere
auto_ingest = false
[[gates]]
name = "no-drop-table"
on = "input"
kind = "predicate"
regex = "drop\\\\s+table"
ignore_case = true
[[gates]]
name = "no-wintermute"
on = "output"
kind = "predicate"
regex = "wintermute"
ignore_case = true
on_block = "rephrase"
[[gates]]
name = "stamps"
on = "tool"
kind = "script"
program = "${stamps}"
[gates.when]
tool = ["write_file"]
[[gates]]
name = "breaks"
on = "tool"
kind = "script"
program = "${breaks}"
[gates.when]
tool = ["list_files"]
[[gates]]
name = "letters"
on = "access"
kind = "predicate"
field = "tool"
equals = ["read_file"]
on_block = "escalate"
[gates.when]
path = ["/workspace/letters/**"]
[[gates]]
name = "files-only"
on = "access"
kind = "predicate"
field = "host"
equals = ["news.example"]
on_block = "report"
`,
  );
  t.after(agent.close);
  const { tables } = agent;
  const outcomes = (session: string) =>
    tables
      .rows('SELECT tool, outcome FROM tool_calls WHERE session = ?', session)
      .map(({ tool, outcome }) => `${tool} ${outcome}`);
  const audited = (gate: string) =>
    tables
      .rows("SELECT kind FROM audit WHERE kind LIKE 'gate.%' AND subject = ? ORDER BY n", gate)
      .map(({ kind }) => kind);

  // input: it never becomes a message
  await assert.rejects(agent.say('session:web:a', 'please DROP  TABLE users'), /The gate no-drop-table blocks this/);
  assert.deepEqual(tables.rows("SELECT id FROM messages WHERE session = 'session:web:a'"), []);
  assert.deepEqual(audited('no-drop-table'), ['gate.blocked']);

  // output: what was held back stands nowhere, the model answers anew
  await agent.say('session:web:b', 'what is the codename?');
  const said = tables.rows("SELECT body FROM messages WHERE session = 'session:web:b' AND role = 'assistant'");
  assert.deepEqual(said, [{ body: '"I may not say."' }]);
  assert.equal(tables.value("SELECT count(*) FROM deliveries WHERE body LIKE '%Wintermute%'"), 0);
  assert.deepEqual(audited('no-wintermute'), ['gate.blocked', 'gate.passed']);

  // before a tool: the call runs as the gate would have it, and what else it wanted is dropped
  await agent.say('session:web:c', 'do: write_file {"path":"plain.txt","content":"plain"}');
  assert.equal(agent.file('workspace/plain.txt'), undefined);
  assert.equal(agent.file('workspace/stamped.txt'), 'stamped');
  assert.deepEqual(new Set(audited('stamps')), new Set(['gate.passed', 'gate.dropped']));

  // a gate that fails blocks
  await agent.say('session:web:d', 'do: list_files {}');
  assert.deepEqual(outcomes('session:web:d'), ['list_files denied']);

  // on access: escalated to the owner; his yes lets it run
  await agent.say('session:web:e', 'do: read_file {"path":"letters/one.txt"}');
  const [pending] = (await agent.straylight.agent.approvals.list({ state: 'pending' })).approvals;
  assert.match(pending?.card.reasons.join() ?? '', /The gate letters asks for your approval/);
  assert.deepEqual(outcomes('session:web:e'), []);
  const { nonce = '', digest = '' } = pending?.card ?? {};
  const yes = {
    id: pending?.id ?? '',
    decision: 'approve',
    confirmation: 'yes',
    nonce,
    digest,
  } as const;
  await agent.straylight.agent.approvals.decide(yes);
  await agent.ended('session:web:e', 1);
  assert.deepEqual(outcomes('session:web:e'), ['read_file done']);

  // on access: a host that is held back, and the owner hears of it
  agent.pages.set('/today', 'fine');
  await agent.say('session:web:f', 'do: web_fetch {"url":"http://news.example/today"}');
  assert.deepEqual(outcomes('session:web:f'), ['web_fetch denied']);
  assert.deepEqual(agent.news, []);
  assert.match(
    String(tables.value("SELECT text FROM reports WHERE subject = 'gate:files-only'")),
    /files-only blocks this/,
  );

  // where no gate is for it, none is asked
  await agent.say('session:web:g', 'do: execute_command {"command":"uname"}');
  assert.deepEqual(outcomes('session:web:g'), ['execute_command done']);
  assert.equal(
    tables.value(
      "SELECT count(*) FROM audit WHERE kind LIKE 'gate.%' AND actor = 'session:web:g' AND subject NOT LIKE 'no-%'",
    ),
    0,
  );
});
