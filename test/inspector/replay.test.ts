/**
 * Replay as the page asks for it: every recorded history, step by step over HTTP; nothing is run, and a changed chart
 * is told from a changed journal.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { stateHash } from '../../src/actors/runtime/commit/state-hash.ts';
import { type ActorExport, replay } from '../../src/actors/runtime/replay.ts';
import { sessionMachine } from '../../src/machines/session/chart.ts';
import { machines } from '../proof/journals.ts';
import { whyLeftOut } from '../slow.ts';
import { recordedAgent, recordings } from './recorded-agent.ts';
import { ask, known, serve } from './visitor.ts';

const at = (address: string, seq: number) => `/api/actors/${encodeURIComponent(address)}/at/${seq}`;

/** As few agents as can be: an address stands in one of them once. */
function agents(files: readonly ActorExport[]): readonly (readonly ActorExport[])[] {
  const rounds: ActorExport[][] = [];
  for (const file of files) {
    const free = rounds.find(round => !round.some(({ address }) => address === file.address));
    if (free) free.push(file);
    else rounds.push([file]);
  }
  return rounds;
}

/** The longest history of a session, as the charts of now would have recorded it. */
function session(): ActorExport {
  const [file] = recordings()
    .filter(({ machine, start }) => machine === 'session' && !start)
    .toSorted((a, b) => b.journal.length - a.journal.length);
  assert.ok(file);
  const code = machines.get(file.machine)?.code ?? '';
  const journal: ActorExport['journal'][number][] = [];
  for (const entry of file.journal) {
    const { state } = replay({ ...file, journal: [...journal, entry] }, machines);
    const { value } = state as { readonly value: typeof entry.value };
    journal.push({ ...entry, value, code, hash: stateHash(JSON.stringify(state)) });
  }
  return { ...file, journal };
}

suite('replay over HTTP', () => {
  test('given every recorded history, when each of its steps is replayed by the server, then all are verified, and nothing was run or written', {
    skip: whyLeftOut(),
  }, async t => {
    let [actors, steps] = [0, 0];
    for (const files of agents(recordings())) {
      const { agent, acted, counts } = recordedAgent(t, files);
      await using served = await serve({ agent });
      const before = counts();
      for (const { address, journal, machine, version, state } of files) {
        const isOlder = machines.get(machine)?.version !== version;
        for (const { seq, value } of journal) {
          const { status, json } = await ask(served.server.url, at(address, seq), { headers: known });
          assert.equal(status, 200, `${address} ${seq}`);
          if (isOlder && json.verified === 'code-changed') break;
          assert.equal(json.verified, true, `${address} ${seq}`);
          assert.deepEqual(json.snapshot.value, value, `${address} ${seq}`);
          if (seq === journal.at(-1)?.seq) assert.deepEqual(json.snapshot, state, address);
          steps += 1;
        }
        actors += 1;
      }
      assert.deepEqual(acted, []);
      assert.deepEqual(counts(), before);
    }
    t.diagnostic(`${actors} actors, ${steps} steps`);
    assert.ok(actors >= 50 && steps >= 500);
  });

  test('given a chart that decides otherwise now, when its history is replayed, then what still fits is verified, and from the first other step on it is "code-changed"', async t => {
    const file = session();
    const { guards } = sessionMachine.implementations;
    const never = Object.fromEntries(Object.keys(guards).map(name => [name, () => false]));
    const changed = sessionMachine.provide({ guards: never });
    const { agent, acted } = recordedAgent(t, [file], { machines: [changed] });
    await using served = await serve({ agent });
    const verdicts: unknown[] = [];
    for (const { seq } of file.journal)
      verdicts.push((await ask(served.server.url, at(file.address, seq), { headers: known })).json.verified);
    const first = verdicts.indexOf('code-changed');
    assert.ok(first > 0, 'it began as it was recorded');
    assert.deepEqual(
      verdicts,
      verdicts.map((_, index) => (index < first ? true : 'code-changed')),
    );
    assert.deepEqual(acted, []);
  });

  test('given a history in which one event was changed on the disk, when it is replayed, then the step that leads elsewhere is the one that is named', async t => {
    const file = session();
    const told = file.journal.findLast(({ effects }) => effects.length > 0)?.seq ?? 0;
    assert.ok(told > 2);
    const { agent } = recordedAgent(t, [file], {
      change: entry =>
        entry.seq === told ? { ...entry, event: entry.event.replace(/"type":"[^"]+"/, '"type":"forged"') } : entry,
    });
    await using served = await serve({ agent });
    const verified = async (seq: number) =>
      (await ask(served.server.url, at(file.address, seq), { headers: known })).json.verified;
    assert.equal(await verified(told - 1), true);
    assert.equal(await verified(told), false);
  });
});
