/** What an unasked tool call costs: two steps of its own, and no commit between its end and the next model call. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../../../config/load.ts';
import { kindOf } from '../../../src/actors/runtime/address.ts';
import { compose } from '../../../src/compose.ts';
import type { JournalRequest } from '../../../src/domain/supervision/journal-request.ts';
import type { FeedFrame } from '../../../src/ports/host.ts';
import { instantExecutor } from '../../bench/bench-home.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';

type Step = Extract<FeedFrame, { kind: 'step' }>;

const key = 'sk-ant-test';
const calls = 3;

test('given tool calls that nobody has to allow, when they run, then each takes two steps, and its end is one commit with the next model call', async t => {
  const home = mkdtempSync(join(tmpdir(), 'straylight-steps-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const peer = await anthropicPeer({
    key,
    script: ({ steps }) =>
      steps < calls
        ? { toolCalls: [{ name: 'execute_command', arguments: { command: `echo ${steps}` } }] }
        : { text: 'All is said.' },
  });
  t.after(() => peer.close());
  writeFileSync(join(home, 'config.toml'), '[models]\ndefault = "anthropic/claude-sonnet-5"\n', { mode: 0o600 });
  const loaded = loadConfig({ home, env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url } });
  assert.ok(loaded.ok);
  const straylight = await compose(loaded.config, { executor: instantExecutor, server: false, reaching: false });
  await straylight.start();

  const commits: Step[][] = [];
  let open: Step[] | undefined;
  const ended = Promise.withResolvers<void>();
  straylight.system.feed.subscribe(frame => {
    if (frame.kind !== 'step') return;
    // all frames of a commit are published in one go
    if (open === undefined) {
      open = [];
      commits.push(open);
      queueMicrotask(() => {
        open = undefined;
      });
    }
    open.push(frame);
    if (kindOf(frame.row.address) === 'session' && frame.row.leaf === 'idle' && frame.row.seq > 1) ended.resolve();
  });
  await straylight.agent.sessions.say({ id: 'session:web:steps', clientId: 'one', text: 'three commands, please' });
  await ended.promise;
  await straylight.system.quiet();
  await straylight.stop();

  const ofCalls = commits.flat().filter(({ row }) => row.machine === 'tool-call');
  const bySeq = Map.groupBy(ofCalls, ({ row }) => row.address);
  assert.equal(bySeq.size, calls);
  for (const [address, steps] of bySeq)
    assert.deepEqual(
      steps.map(({ row }) => row.seq),
      [1, 2],
      address,
    );

  for (const last of ofCalls.filter(({ row }) => row.status === 'done')) {
    const commit = commits.find(steps => steps.includes(last)) ?? [];
    const told = commit.find(({ row }) => row.machine === 'session');
    assert.equal(told?.row.leaf, 'thinking.completing');
    const requests = JSON.parse(told.entry.effects) as readonly JournalRequest[];
    assert.ok(
      requests.some(request => 'src' in request && request.src === 'completion'),
      told.entry.effects,
    );
  }
});
