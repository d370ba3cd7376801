/** The programs of workers, with a real one that is scripted: when one ends, and when the next one begins. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { codingPrograms } from '../../../src/adapters/workers/programs.ts';
import type { Executor, Resident, RunningResident } from '../../../src/ports/executor.ts';
import { noSecrets } from '../../../src/ports/secrets/access.ts';

const program = fileURLToPath(new URL('../../peers/acp/program.ts', import.meta.url));

/** Starts programs without walls; one that is to end does so once `mayEnd` has come. */
function withoutWalls(notes: string[], mayEnd: Promise<void>): Executor {
  async function open({ env }: Resident): Promise<RunningResident> {
    notes.push('begun');
    const child = spawn(process.execPath, [program], { env: { ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'close').then(() => void notes.push('ended'));
    return {
      pid: child.pid ?? 0,
      input: child.stdin,
      output: child.stdout,
      complaint: () => '',
      ended,
      isCurrent: async () => true,
      async kill() {
        await mayEnd;
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
  return {
    kind: 'bubblewrap',
    description: 'none',
    folders: { workspace: '/workspace', scripts: '/scripts' },
    execute: () => assert.fail('no command is run'),
    open,
    async close() {},
  };
}

test('given a program that takes its time to end, when its turn is broken off and one is opened in its place, then the next program begins once the first is gone, and lives on', async () => {
  const home = mkdtempSync(join(tmpdir(), 'straylight-programs-'));
  const notes: string[] = [];
  const gate = Promise.withResolvers<void>();
  const programs = codingPrograms({
    profiles: [
      { name: 'scripted', kind: 'acp', argv: ['node'], env: {}, folders: [], network: [], minutes: 1, budgetUsd: null },
    ],
    executor: withoutWalls(notes, gate.promise),
    network: {
      resolve: () => assert.fail('it has no network'),
      connect: () => assert.fail('it has no network'),
      clock: systemClock,
      blockedDomains: [],
      ownNetwork: { hosts: [], pins: new Map() },
    },
    secrets: noSecrets,
    clock: systemClock,
    version: '0',
    places: () => ({ root: home, tree: home, home, checked: home }),
    proxies: home,
    refusal: () => undefined,
    redact: text => text,
  });
  const work = { address: 'worker:one', worker: 'scripted', folder: 'toy' };
  const signs = (signal: AbortSignal) => ({ signal, alive() {}, line() {} });
  const goesOn = new AbortController().signal;
  try {
    await programs.open({ ...work, thread: null }, goesOn);
    const turn = { ...work, thread: '', words: 'task' as const, answer: null };
    const breaking = new AbortController();
    const broken = programs.turn({ ...turn, task: 'hang' }, signs(breaking.signal));
    breaking.abort();
    // in a thread of its own: what the first kept of its own depends on when it was killed
    const again = programs.open({ ...work, thread: null }, goesOn);
    gate.resolve();
    await assert.rejects(broken);
    await again;
    assert.deepEqual(notes, ['begun', 'ended', 'begun']);
    const came = await programs.turn({ ...turn, task: 'say hello' }, signs(goesOn));
    assert.equal(came.kind, 'ended');
    assert.deepEqual(notes, ['begun', 'ended', 'begun'], 'the next one lives on');
  } finally {
    gate.resolve();
    await programs.close();
    rmSync(home, { recursive: true, force: true });
  }
});
