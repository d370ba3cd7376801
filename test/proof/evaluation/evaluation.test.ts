import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { evaluatedCommands } from '../../corpora/commands.ts';
import { draw } from '../part.ts';
import { judged, unseen } from './compare.ts';
import { evaluate } from './evaluation.ts';
import { observe, whyNotObservable } from './observe.ts';

const skip = whyNotObservable() ?? false;

describe('what bash evaluates: kept programs', () => {
  it('given programs that execute what they do not name, when each is judged, then each is asked about', () => {
    assert.ok(evaluatedCommands.length >= 120);
    assert.deepEqual(
      evaluatedCommands.filter(({ cmd }) => judged(cmd).level < 2 || judged(cmd).isAllowed),
      [],
    );
  });

  it('given the same programs, when a real bash runs them, then it is seen that each of them does so', {
    skip,
  }, async () => {
    const seen = await observe(evaluatedCommands.map(({ cmd }) => ({ text: cmd, writes: false })));
    const named = new Set(['ls', 'cat', 'env', 'sh']);
    const onlyReads = { level: 0, isAllowed: true };
    const quiet = evaluatedCommands.filter((_, at) => unseen(onlyReads, seen[at] ?? [], named).length === 0);
    assert.deepEqual(quiet, []);
  });
});

describe('what bash evaluates: generated programs', { skip }, () => {
  it('given a few hundred of them, when those that run unasked do run, then nothing happens that the verdict did not name', async t => {
    // the same ones every time, and others with each commit
    const fresh = 1_000_000 + Number.parseInt(hash('sha256', draw, 'hex').slice(0, 6), 16);
    t.diagnostic(`fresh seeds from ${fresh}`);
    for (const first of [1, fresh]) {
      const { problems, run, levels } = await evaluate({ first, count: 200 });
      t.diagnostic(`run: ${run} of 200, by level: ${levels.join(', ')}`);
      assert.ok(run > 25, String(run));
      assert.deepEqual(problems, []);
    }
  });

  it('given programs that write, read outside and connect, when they are taken for reading, then each is seen', async () => {
    const texts = [
      'echo hi > out.txt',
      'touch new',
      'cat ~/key',
      'cat < ~/key',
      'cat < /dev/tcp/127.0.0.1/9',
      'mark',
      './ls',
      'rm data.txt',
    ];
    const seen = await observe(texts.map(text => ({ text, writes: true })));
    const missed = texts.filter(
      (_, at) => unseen({ level: 0, isAllowed: true }, seen[at] ?? [], new Set(['cat', 'touch', 'rm'])).length === 0,
    );
    assert.deepEqual(missed, []);
  });
});
