import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Fault, failureKinds, fault, isRetryable, toFailure } from '../../../src/domain/supervision/failure.ts';

suite('a fault', () => {
  test('given a kind and words, when it is made, then it is an error with that message and carries the failure', () => {
    const made = fault('unavailable', 'no network', { retryAfterMs: 5, cause: 'ECONNREFUSED' });
    assert.ok(made instanceof Error && made instanceof Fault);
    assert.equal(made.message, 'no network');
    assert.deepEqual(made.failure, {
      kind: 'unavailable',
      message: 'no network',
      retryAfterMs: 5,
      cause: 'ECONNREFUSED',
    });
  });

  test('given a failure, when it goes through JSON, then nothing of it is lost', () => {
    const { failure } = fault('timeout', 'too slow', { retryAfterMs: 5 });
    assert.deepEqual(toFailure(JSON.parse(JSON.stringify(failure))), failure);
  });
});

suite('whatever was thrown', () => {
  const named = (name: string, message: string) => Object.assign(new Error(message), { name });
  const table: readonly (readonly [string, unknown, object])[] = [
    ['a fault', fault('denied', 'no'), { kind: 'denied', message: 'no' }],
    ['a failure as data', { kind: 'exhausted', message: 'full' }, { kind: 'exhausted', message: 'full' }],
    ['an abort', new DOMException('aborted', 'AbortError'), { kind: 'cancelled', message: 'it was cancelled' }],
    ['an abort of Node', named('AbortError', 'x'), { kind: 'cancelled', message: 'it was cancelled' }],
    [
      'a deadline of a signal',
      new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
      { kind: 'timeout', message: 'The operation was aborted due to timeout' },
    ],
    ['a deadline without words', named('TimeoutError', ''), { kind: 'timeout', message: 'the deadline came first' }],
    ['an error', new TypeError('x is null'), { kind: 'defect', message: 'x is null', cause: 'TypeError' }],
    [
      'an error without words',
      new RangeError(),
      { kind: 'defect', message: 'it failed without a word (RangeError)', cause: 'RangeError' },
    ],
    ['a text', 'oh', { kind: 'defect', message: 'something that is no error was thrown: oh' }],
    ['nothing', undefined, { kind: 'defect', message: 'something that is no error was thrown: undefined' }],
    ['null', null, { kind: 'defect', message: 'something that is no error was thrown: null' }],
    [
      'data of another kind',
      { kind: 'tired', message: 'x' },
      { kind: 'defect', message: 'something that is no error was thrown: [object Object]' },
    ],
    [
      'data without words',
      { kind: 'denied' },
      { kind: 'defect', message: 'something that is no error was thrown: [object Object]' },
    ],
  ];
  for (const [what, thrown, failure] of table)
    test(`given ${what}, when it is caught, then it is a failure`, () => assert.deepEqual(toFailure(thrown), failure));
});

test('given every kind, when it is asked, then only what may pass by itself is tried again', () => {
  assert.deepEqual(
    failureKinds.filter(kind => isRetryable({ kind, message: '' })),
    ['unavailable', 'timeout'],
  );
});
