import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallWatch, watched } from '../../../src/adapters/models/call-watch.ts';
import { watchedFetch } from '../../../src/adapters/models/watched-fetch.ts';
import { failsWith } from '../../contracts/model.ts';
import { manualClock } from './manual-clock.ts';

function watching(more: { readonly signal?: AbortSignal } = {}) {
  const clock = manualClock();
  const options = {
    clock,
    firstByteMs: 1_000,
    silenceMs: 100,
    service: 'the model',
    signal: new AbortController().signal,
    ...more,
  };
  return { clock, options };
}

const never = (): Promise<never> => new Promise(() => {});

test('given no byte, when the first deadline passes, then it throws timeout although the work goes on', async () => {
  const { clock, options } = watching();
  let call: CallWatch | undefined;
  const answer = watched(options, running => {
    call = running;
    return never();
  });
  clock.advance(999);
  assert.equal(call?.signal.aborted, false);
  clock.advance(1);
  await failsWith('timeout', answer);
  assert.equal(call?.signal.aborted, true);
});

test('given bytes that keep coming, when much time passes, then only silence ends it', async () => {
  const { clock, options } = watching();
  const answer = watched(options, running => {
    for (let piece = 0; piece < 50; piece += 1) {
      running.touch();
      clock.advance(99);
      assert.equal(running.signal.aborted, false);
    }
    return never();
  });
  clock.advance(1);
  const failure = await failsWith('timeout', answer);
  assert.match(failure.message, /silent/);
});

test('given the work is done, when deadlines would pass later, then nothing happens', async () => {
  const { clock, options } = watching();
  let call: CallWatch | undefined;
  const answer = await watched(options, async running => {
    call = running;
    return 'done';
  });
  clock.advance(10_000);
  assert.equal(answer, 'done');
  assert.equal(call?.signal.aborted, false);
});

test('given work that ends with an error, then the error stands and the connection is given up', async () => {
  const { options } = watching();
  let call: CallWatch | undefined;
  const answer = watched(options, async running => {
    call = running;
    throw new RangeError('mine');
  });
  await assert.rejects(answer, RangeError);
  assert.equal(call?.signal.aborted, true);
});

test('given a stream of chunks that a library would swallow, then each counts as life', async () => {
  const { options } = watching();
  const chunks = [': ping\n', ': ping\n', 'data: 1\n'];
  let touched = 0;
  const fetch = watchedFetch(async () => new Response(ReadableStream.from(chunks.map(text => Buffer.from(text)))), {
    signal: options.signal,
    touch: () => {
      touched += 1;
    },
  });
  const response = await fetch('http://127.0.0.1/');
  const read: string[] = [];
  for await (const chunk of response.body ?? []) read.push(Buffer.from(chunk as Uint8Array).toString());
  assert.deepEqual(read, chunks);
  assert.equal(touched, 3);
});
