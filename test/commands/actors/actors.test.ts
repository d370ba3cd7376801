import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { exportActor, replayActor } from '../../../src/commands/actors/actors.ts';
import { fakeAgent, fakeIo, row } from '../fake-agent.ts';
import { typed } from '../typed.ts';

test('given actors, when they are listed, shown, journaled and exported, then each is readable and parsable', async () => {
  const agent = fakeAgent();
  const last = { type: 'message.received', at: 999_000 };
  agent.emit({
    type: 'row',
    row: row('thinking.completing', { last, timers: [{ event: 'turn.expired', at: 1_060_000 }] }),
  });
  agent.journals.set('session:terminal:main', [
    {
      seq: 1,
      at: 0,
      event: { type: 'message.received' },
      to: { thinking: { completing: {} } },
      path: [],
      leaf: 'thinking.completing',
      hash: 'h',
      codeHash: 'c',
      source: 'terminal',
    },
  ]);
  const id = 'session:terminal:main';
  const [list, show, journal, state, file] = [fakeIo(), fakeIo(), fakeIo(), fakeIo(), fakeIo()];
  await typed(['actors', 'list'], { agent, io: list });
  assert.match(
    list.output(),
    /^ACTOR +STATE +SINCE +QUEUED +STATUS\nsession:terminal:main +thinking\.completing +10\.0 s +0 +active$/,
  );
  await typed(['actors', 'show', id], { agent, io: show });
  assert.match(
    show.output(),
    /^session:terminal:main\nState +thinking\.completing for 10\.0 s, active[\s\S]*Last event +message\.received, just now[\s\S]*Timer +turn\.expired in 1 minute[\s\S]*Last steps\n#1 +message\.received +→ thinking\.completing +16 minutes ago$/,
  );
  await typed(['actors', 'journal', id], { agent, io: journal });
  assert.match(
    journal.output(),
    /^#1 {2}1970-01-01 00:00:00\.000 {2}message\.received {2}→ thinking\.completing {2}from terminal$/,
  );
  await typed(['actors', 'snapshot', id], { agent, io: state });
  assert.deepEqual(JSON.parse(state.output()), { value: 'idle', context: {} });
  await exportActor({ agent, json: false, io: file }, id);
  assert.deepEqual(JSON.parse(file.output()), { format: 1, id: 'session:terminal:main' });
  for (const act of ['show', 'journal', 'snapshot', 'export'])
    await assert.rejects(
      typed(['actors', act, 'session:none'], { agent, io: fakeIo() }),
      /there is no actor "session:none"; "straylight actors list" lists all actors/,
    );
});

test('given an exported file, when it is replayed, then the outcome is printed and told by the exit code', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-replay-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'actor.json');
  writeFileSync(file, '{"a":1}');
  const [good, bad] = [fakeIo(), fakeIo()];
  const rest = { exported: async (id: string) => (id === 'session:terminal:main' ? { b: 2 } : undefined) };
  assert.equal(
    await replayActor({
      file,
      io: good,
      json: false,
      ...rest,
      replayFile: () => ({ verified: true, steps: 7, matched: 7 }),
    }),
    0,
  );
  assert.match(good.output(), /Verified: all 7 steps/);
  const firstDivergence = { seq: 4, expected: 'idle', actual: 'thinking' };
  assert.equal(
    await replayActor({
      file,
      io: bad,
      json: false,
      ...rest,
      replayFile: () => ({ verified: false, steps: 7, matched: 3, firstDivergence }),
    }),
    1,
  );
  assert.match(bad.output(), /step 4 of 7 is the first that differs\.\n {2}expected: "idle"\n {2}actual: "thinking"/);
  const changed = fakeIo();
  const elsewhere = { verified: 'code-changed', steps: 7, matched: 3, firstDivergence } as const;
  assert.equal(await replayActor({ file, io: changed, json: true, ...rest, replayFile: () => elsewhere }), 1);
  assert.deepEqual(JSON.parse(changed.output()), elsewhere);
  writeFileSync(file, 'no json');
  for (const path of [file, join(folder, 'none')])
    await assert.rejects(
      replayActor({
        file: path,
        io: bad,
        json: false,
        ...rest,
        replayFile: () => ({ verified: true, steps: 0, matched: 0 }),
      }),
      /expected a file from/,
    );
  const [named, forgotten] = [fakeIo(), fakeIo()];
  let seen: unknown;
  const replayFile = (given: unknown) => {
    seen = given;
    return { verified: 'forgotten', steps: 7, matched: 5 } as const;
  };
  const id = 'session:terminal:main';
  assert.equal(await replayActor({ file: id, io: forgotten, json: false, ...rest, replayFile }), 0);
  assert.deepEqual(seen, { b: 2 });
  assert.match(forgotten.output(), /^Verified: 5 of 7 steps match the journal\. The others held texts/);
  await assert.rejects(
    replayActor({ file: 'session:none', io: named, json: false, ...rest, replayFile }),
    /there is no actor "session:none"/,
  );
});
