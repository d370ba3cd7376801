/** What each remedy does. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createActor, toPromise } from 'xstate';
import type { System } from '../../../src/actors/runtime/system.ts';
import { remedy } from '../../../src/actors/supervision/remedy.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import type { Remedy, Trouble } from '../../../src/domain/supervision/remediation.ts';
import type { Directives } from '../../../src/ports/host.ts';

/** What was done to Straylight, a line each. */
async function applied(trouble: Trouble, chosen: Remedy, models = 2): Promise<readonly string[]> {
  const done: string[] = [];
  const named = (act: string) =>
    new Proxy(
      {},
      {
        get:
          (_, verb) =>
          async (...args: unknown[]) =>
            void done.push([act, verb, ...args].join(' ')),
      },
    );
  const system = {
    async accept({ target, event, dedupe }: { target: string; event: { type: string }; dedupe: string }) {
      const { type, ...facts } = event;
      done.push(`${dedupe} ${target} ${type} ${Object.values(facts).join(' ')}`.trim());
    },
    abort: (effect: string) => void done.push(`abort ${effect}`),
    go: () => void done.push('go'),
  };
  const input = { act: 'incident:a/1', trouble, remedy: chosen, effect: {}, signal: new AbortController().signal };
  const actor = createActor(remedy({ named } as unknown as Directives, system as unknown as System, models), {
    input: input as never,
  });
  const end = toPromise(actor);
  actor.start();
  await end.catch(error => done.push(toFailure(error).kind));
  return done;
}

const of = (kind: Trouble['kind'], more: Partial<Trouble> = {}): Trouble => ({
  kind,
  subject: 'a:1',
  text: 'x',
  ...more,
});

suite('a remedy', () => {
  test('given a model that flaps, then its breaker is held for an hour; where there is no other, nothing is done', async () => {
    const flapping = of('flapping', { subject: 'circuit-breaker:model:peer/one' });
    assert.deepEqual(await applied(flapping, { kind: 'reassign' }), [
      'remedy:incident:a/1 circuit-breaker:model:peer/one breaker.held 3600000',
    ]);
    assert.deepEqual(await applied(flapping, { kind: 'reassign' }, 1), ['invalid']);
  });

  test('given a conversation that goes round, then it is told so in the turn it was found in; given an effect, it is waited', async () => {
    assert.deepEqual(await applied(of('looping', { turn: 't1' }), { kind: 'clarify' }), [
      'remedy:incident:a/1 a:1 turn.clarified t1',
    ]);
    assert.deepEqual(await applied(of('silent', { effect: 'a#1.0' }), { kind: 'clarify' }), []);
  });

  test('given something to cancel, then it is the effect, the turn, or all of it; hard, its owner no longer waits', async () => {
    const silent = of('silent', { effect: 'a#1.0' });
    assert.deepEqual(await applied(silent, { kind: 'abort', what: 'effect' }), ['abort a#1.0']);
    assert.match(
      String(await applied(silent, { kind: 'abort', what: 'effect', hard: true })),
      /^incident:a\/1 fail a#1\.0/,
    );
    assert.deepEqual(await applied(of('spending'), { kind: 'abort', what: 'turn' }), [
      'remedy:incident:a/1 a:1 turn.aborted',
    ]);
    assert.deepEqual(await applied(of('wedged'), { kind: 'abort', what: 'actor' }), ['incident:a/1 stop a:1']);
  });
});
