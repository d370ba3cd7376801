/** Processes that live across turns, in a whole agent: started, written to, looked at, stopped, and gone at the end. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { compose } from '../../../src/compose.ts';
import type { ProcessLog, ProcessRow } from '../../../src/domain/processes/process.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { type AskedCall, listening } from '../listener.ts';

const session = 'session:terminal:main';

async function opened(t: TestContext, home: string) {
  let last: ModelRequest | undefined;
  let answers: (string | AskedCall)[] = ['Yes.'];
  const { config, features } = listening(home, request => {
    last = request;
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? '';
  });
  const straylight = await compose(config, { features, reaching: false, server: false });
  await straylight.start();
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await straylight.stop();
    isOpen = false;
  };
  t.after(stop);
  let acts = 0;
  const call = (name: string, input: object) =>
    straylight.operations.call(name, input, { by: 'program', role: 'owner', commandId: `act-${++acts}` });
  const { kind, open } = { kind: ((await call('sandbox.show', {})) as { readonly kind: string }).kind, open: true };
  return {
    stop,
    call,
    hasSandbox: open && kind !== 'direct',
    list: async () => ((await call('processes.list', {})) as { readonly processes: readonly ProcessRow[] }).processes,
    log: async (id: number) => (await call('processes.log', { id })) as ProcessLog | undefined,
    results: () => (last?.messages ?? []).flatMap(message => (message.role === 'tool' ? [message.text] : [])),
    async say(text: string, ...next: (string | AskedCall)[]) {
      answers = next;
      await straylight.say(session, text);
    },
  };
}

function homeOf(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'straylight-processes-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

const start = (command: string): AskedCall => ({ tool: 'process', args: { action: 'start', command } });

/** Looks again until it is so: what a process writes comes when it comes. */
async function until<Value>(look: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
  const end = Date.now() + 20_000;
  for (;;) {
    const value = await look();
    if (isSo(value)) return value;
    assert.ok(Date.now() < end, JSON.stringify(value));
    await new Promise(done => setImmediate(done));
  }
}

test('given a process, when turns go by, then it lives on, takes what is written to it, and shows its lines; when it is stopped, then it is gone', async t => {
  const { hasSandbox, say, results, list, log, call } = await opened(t, homeOf(t));
  if (!hasSandbox) return t.skip('there is no sandbox on this machine');
  await say('start it', start('echo ready; while read -r line; do echo "got $line" >&2; done'), 'It runs.');
  assert.match(results().at(-1) ?? '', /Process 1 runs/);
  await until(
    () => log(1),
    found => found?.lines.includes('ready') === true,
  );
  await say('write to it', { tool: 'process', args: { action: 'write', id: 1, text: 'hello\n' } }, 'Written.');
  await until(
    () => log(1),
    found => found?.lines.includes('got hello') === true,
  );
  await say('look', { tool: 'process_log', args: { id: 1, lines: 1 } }, 'Seen.');
  assert.match(results().at(-1) ?? '', /Process 1 runs\.\n\[1 lines before these\]\ngot hello/);
  assert.deepEqual(
    (await list()).map(({ id, state }) => [id, state]),
    [[1, 'running']],
  );
  const { process } = (await call('processes.stop', { id: 1 })) as { readonly process: ProcessRow };
  assert.equal(process.state, 'stopped');
  assert.equal(await call('processes.stop', { id: 9 }), undefined);
});

test('given a process that ends, when it is looked at, then its exit code is known; of many lines the newest thousand are kept', async t => {
  const { hasSandbox, say, list, call } = await opened(t, homeOf(t));
  if (!hasSandbox) return t.skip('there is no sandbox on this machine');
  await say('count', start('i=0; while [ $i -lt 1500 ]; do i=$((i+1)); echo $i; done; exit 3'), 'It counts.');
  const [row] = await until(list, found => found[0]?.state === 'exited');
  assert.equal(row?.exitCode, 3);
  const found = (await call('processes.log', { id: 1, lines: 1000 })) as ProcessLog;
  assert.equal(found.lines.filter(line => line !== '').at(-1), '1500');
  assert.ok(found.lines.length > 900 && found.lines.length <= 1000, `${found.lines.length}`);
  assert.ok(found.before >= 500, `${found.before}`);
});

test('given a command that destroys, when it is started or written to a shell, then it waits for approval as any command does', async t => {
  const { hasSandbox, say, list, call } = await opened(t, homeOf(t));
  if (!hasSandbox) return t.skip('there is no sandbox on this machine');
  await say('remove', start('rm -r drafts'), 'It waits.');
  assert.deepEqual(await list(), []);
  await say('a shell', start('sh'), 'It runs.');
  await say('remove', { tool: 'process', args: { action: 'write', id: 1, text: 'rm -r drafts\n' } }, 'It waits.');
  const { approvals } = (await call('approvals.list', { state: 'pending' })) as {
    readonly approvals: readonly unknown[];
  };
  assert.equal(approvals.length, 2);
});

test('given a running process, when Straylight stops and starts again, then it is gone, and the list says so', async t => {
  const home = homeOf(t);
  const first = await opened(t, home);
  if (!first.hasSandbox) return t.skip('there is no sandbox on this machine');
  await first.say('start it', start('sleep 1000'), 'It runs.');
  assert.deepEqual(
    (await first.list()).map(({ state }) => state),
    ['running'],
  );
  await first.stop();
  const again = await opened(t, home);
  assert.deepEqual(
    (await again.list()).map(({ id, state, command }) => [id, state, command]),
    [[1, 'stopped', '']],
  );
  await again.say('look', { tool: 'process_log', args: {} }, 'Gone.');
  assert.match(again.results().at(-1) ?? '', /Process 1 was stopped/);
});

test('given a process that was running when Straylight was killed, when it starts again, then the process is lost, and the list says so', async t => {
  const home = homeOf(t);
  const first = await opened(t, home);
  if (!first.hasSandbox) return t.skip('there is no sandbox on this machine');
  await first.say('start it', start('sleep 1000'), 'It runs.');
  await first.stop();
  // as a kill leaves it: the row says that it runs, and nothing does
  const database = openDatabase({ file: join(home, 'straylight.db'), synchronous: 'full', now: Date.now });
  database.exec("UPDATE processes_started SET state = 'running', ended_at = NULL");
  database.close();
  const again = await opened(t, home);
  assert.deepEqual(
    (await again.list()).map(({ id, state }) => [id, state]),
    [[1, 'lost']],
  );
  await again.say('look', { tool: 'process_log', args: { id: 1 } }, 'Gone.');
  assert.match(again.results().at(-1) ?? '', /Process 1 ended when Straylight did, and was not started again/);
});
