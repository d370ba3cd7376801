/** What becomes of a call when the other end does not keep to the protocol: it ends, and so does the sandbox. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { defaultLimits } from '../../../../src/adapters/executors/limits.ts';
import { runnerConnection } from '../../../../src/adapters/executors/runner/connection.ts';
import { frameReader, type RunnerFrame } from '../../../../src/adapters/executors/runner/frames.ts';
import { runnerPool } from '../../../../src/adapters/executors/runner/pool.ts';
import type { Instance } from '../../../../src/adapters/executors/runner/warm-sandboxes.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { toFailure } from '../../../../src/domain/supervision/failure.ts';
import type { Clock } from '../../../../src/ports/clock.ts';

const word = (letter: string, rest: Uint8Array | string = '') => {
  const body = Buffer.from(rest as string);
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
};
const hello = word('H', 'straylight runner 2');
const begun = word('B');
const clean = word('C');
const exited = (status: number) => word('X', Buffer.from([0, 0, status >> 8, status & 0xff, 0]));
const spoken = Buffer.concat([hello, begun, word('O', 'out'), word('E', 'err'), exited(0x0300), clean]);

/** All waits of the ladder and for answers are short; a minute stays a minute. */
const hasty: Clock = {
  ...systemClock,
  after: (delayMs, call) => systemClock.after(delayMs >= 5_000 && delayMs < 60_000 ? 30 : delayMs, call),
};

/** A runner that does what the test says. `hears` is called with each letter it is sent. */
function fakeRunner(
  hears: (letter: string, say: (bytes: Uint8Array) => void, die: () => void) => void,
  greeting = hello,
) {
  const input = new PassThrough();
  const output = new PassThrough();
  let kills = 0;
  const say = (bytes: Uint8Array) => void output.write(bytes);
  const die = () => void output.end();
  input.on('data', (chunk: Buffer) => hears(chunk.toString('latin1', 0, 1), say, die));
  if (greeting.length > 0) say(greeting);
  const instance: Instance = {
    input,
    output,
    async kill() {
      kills += 1;
    },
  };
  return { instance, kills: () => kills };
}

const command = (timeoutMs = 1_000, signal = new AbortController().signal) => ({ command: 'x', timeoutMs, signal });
const connected = (instance: Instance) => runnerConnection({ ...instance, clock: hasty, limits: defaultLimits });

describe('frames of the runner', () => {
  const readAll = (pieces: readonly Uint8Array[]) => {
    const frames: RunnerFrame[] = [];
    const read = frameReader(frame => {
      const last = frames.at(-1);
      if ('bytes' in frame && last && 'bytes' in last && last.kind === frame.kind)
        frames[frames.length - 1] = { ...last, bytes: Buffer.concat([last.bytes, frame.bytes]) };
      else frames.push('bytes' in frame ? { ...frame, bytes: Buffer.from(frame.bytes) } : frame);
    });
    for (const piece of pieces) read(piece);
    return frames;
  };

  it('given frames in pieces of any size, then they are the same frames', () => {
    const whole = readAll([spoken]);
    assert.deepEqual(
      whole.map(({ kind }) => kind),
      ['hello', 'begun', 'stdout', 'stderr', 'ended', 'clean'],
    );
    for (let size = 1; size < spoken.length; size++) {
      const pieces: Buffer[] = [];
      for (let at = 0; at < spoken.length; at += size) pieces.push(spoken.subarray(at, at + size));
      assert.deepEqual(readAll(pieces), whole);
    }
  });

  it('given any bytes, then they are frames or they are refused; nothing is kept without bound', () => {
    let refused = 0;
    for (let round = 0; round < 2_000; round++) {
      const bytes = Buffer.from(spoken);
      for (let change = 0; change <= round % 4; change++)
        bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256);
      try {
        readAll([bytes]);
      } catch (error) {
        assert.match(String(error), /a frame of \d+ bytes/);
        refused += 1;
      }
    }
    assert.ok(refused > 500);
  });
});

describe('a runner that does not keep its word', () => {
  it('given no greeting, then it is not there, and its sandbox is ended', async () => {
    const { instance, kills } = fakeRunner(() => {}, Buffer.alloc(0));
    const connection = connected({ ...instance, complaint: () => 'bwrap: no' });
    await assert.rejects(connection.ready, error => {
      assert.equal(toFailure(error).kind, 'unavailable');
      assert.match(toFailure(error).message, /it did not answer: bwrap: no/);
      return true;
    });
    assert.equal(kills(), 1);
  });

  it('given a greeting of another version, then it is not used', async () => {
    const { instance } = fakeRunner(() => {}, word('H', 'straylight runner 9'));
    await assert.rejects(connected(instance).ready, /straylight runner 9/);
  });

  const broken: readonly (readonly [string, Uint8Array])[] = [
    ['a letter that is none', word('Z')],
    ['text instead of frames', Buffer.from('Traceback (most recent call last):\n')],
    ['a piece beyond its size', Buffer.concat([word('O').subarray(0, 1), Buffer.from([0x7f, 0xff, 0xff, 0xff])])],
    ['an end too short', word('X', 'abc')],
    ['an end of an unknown kind', word('X', Buffer.from([0, 0, 0, 0, 9]))],
    ['“clean” before the end', clean],
    ['a second greeting of nonsense', word('H', 'x')],
  ];
  for (const [name, bytes] of broken)
    it(`given ${name} while a command runs, then the sandbox is ended and nobody claims to know the outcome`, async () => {
      const { instance, kills } = fakeRunner((letter, say) => {
        if (letter === 'R') say(Buffer.concat([begun, word('O', 'half'), bytes]));
      });
      const connection = connected(instance);
      await connection.ready;
      await assert.rejects(connection.run(command()), error => toFailure(error).kind === 'unknown');
      assert.equal(kills(), 1);
      assert.equal(connection.alive, false);
    });

  it('given a death before the command began, then it was not started; after that, nobody knows', async () => {
    for (const [first, kind] of [
      [Buffer.alloc(0), 'unavailable'],
      [begun, 'unknown'],
    ] as const) {
      const { instance } = fakeRunner((_, say, die) => {
        if (first.length > 0) say(first);
        die();
      });
      const connection = connected(instance);
      await connection.ready;
      await assert.rejects(connection.run(command()), error => toFailure(error).kind === kind);
    }
  });

  it('given a command that outlives TERM and KILL, then its sandbox is ended and it was the deadline', async () => {
    const heard: string[] = [];
    const { instance, kills } = fakeRunner((letter, say) => {
      heard.push(letter);
      if (letter === 'R') say(Buffer.concat([begun, word('O', 'so far')]));
    });
    const connection = connected(instance);
    await connection.ready;
    const result = await connection.run(command(20));
    assert.deepEqual(heard, ['R', 'T', 'K']);
    assert.equal(kills(), 1);
    assert.deepEqual([result.ended, result.signal, result.stdout], ['timeout', 'SIGKILL', 'so far']);
  });

  it('given output after the end, or an end without a command, then the sandbox is ended', async () => {
    const { instance, kills } = fakeRunner((letter, say) => {
      if (letter === 'R') say(Buffer.concat([begun, exited(0), word('O', 'late')]));
    });
    const connection = connected(instance);
    await connection.ready;
    assert.equal((await connection.run(command())).exitCode, 0);
    assert.equal(await connection.clean(), false);
    assert.equal(kills(), 1);
  });
});

describe('the pool of runners', () => {
  const works = () =>
    fakeRunner((letter, say) => {
      if (letter === 'R') say(Buffer.concat([begun, word('O', 'fine'), exited(0), clean]));
    });

  it('given a runner that never cleans up, then it is ended and the next command gets another', async () => {
    const dirty = fakeRunner((letter, say) => {
      if (letter === 'R') say(Buffer.concat([begun, exited(0)]));
    });
    const runners = [dirty, works(), works()];
    const pool = runnerPool({
      clock: hasty,
      limits: defaultLimits,
      open: async () => (runners.shift() ?? works()).instance,
    });
    assert.equal((await pool.execute(command())).exitCode, 0);
    assert.equal((await pool.execute(command())).stdout, 'fine');
    await pool.close();
    assert.equal(dirty.kills(), 1);
  });

  it('given a runner that died while it was idle, then the command runs in another', async () => {
    let first: { die(): void } | undefined;
    let opened = 0;
    const pool = runnerPool({
      clock: hasty,
      limits: defaultLimits,
      async open() {
        opened += 1;
        const fake = fakeRunner((letter, say, die) => {
          first ??= { die };
          if (letter === 'R') say(Buffer.concat([begun, word('O', String(opened)), exited(0), clean]));
        });
        return fake.instance;
      },
    });
    assert.equal((await pool.execute(command())).stdout, '1');
    first?.die();
    assert.equal((await pool.execute(command())).stdout, '2');
    await pool.close();
  });

  it('given more commands than sandboxes, then the rest waits its turn, and one that is aborted while it waits is not started', async () => {
    let open = 0;
    let most = 0;
    let ran = 0;
    const release = Promise.withResolvers<void>();
    const pool = runnerPool({
      clock: hasty,
      limits: defaultLimits,
      most: 2,
      async open() {
        open += 1;
        most = Math.max(most, open);
        const fake = fakeRunner((letter, say) => {
          if (letter !== 'R') return;
          ran += 1;
          void release.promise.then(() => say(Buffer.concat([begun, exited(0), clean])));
        });
        return fake.instance;
      },
    });
    const stop = new AbortController();
    const four = Array.from({ length: 4 }, () => pool.execute(command()));
    const fifth = pool.execute(command(1_000, stop.signal));
    stop.abort();
    assert.deepEqual([(await fifth).ended, (await fifth).exitCode], ['cancelled', undefined]);
    release.resolve();
    assert.deepEqual(
      (await Promise.all(four)).map(({ exitCode }) => exitCode),
      [0, 0, 0, 0],
    );
    await pool.close();
    assert.deepEqual([most, ran], [2, 4]);
  });

  it('given no sandbox to be had, then that is the answer, and the health', async () => {
    const open = () => Promise.reject(new Error('no room'));
    const pool = runnerPool({ clock: hasty, limits: defaultLimits, open });
    await assert.rejects(pool.execute(command()), /no room/);
    assert.deepEqual(await pool.health(), { ok: false, detail: 'no room' });
    await pool.close();
  });

  it('given several sandboxes that rest for a minute, then one is kept', async () => {
    const kills: (() => number)[] = [];
    const minute = Promise.withResolvers<void>();
    const clock: Clock = {
      ...hasty,
      after(delayMs, call) {
        if (delayMs !== 60_000) return hasty.after(delayMs, call);
        void minute.promise.then(call);
        return () => {};
      },
    };
    const pool = runnerPool({
      clock,
      limits: defaultLimits,
      async open() {
        const fake = works();
        kills.push(fake.kills);
        return fake.instance;
      },
    });
    await Promise.all(Array.from({ length: 3 }, () => pool.execute(command())));
    minute.resolve();
    await minute.promise;
    assert.equal(kills.filter(count => count() > 0).length, kills.length - 1);
    await pool.close();
  });
});
