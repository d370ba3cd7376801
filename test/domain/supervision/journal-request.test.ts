import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JournalRequest, readRequests, requestLine } from '../../../src/domain/supervision/journal-request.ts';

const requests: readonly (readonly [JournalRequest, string])[] = [
  [{ start: 'recall', src: 'recall', address: 'session:web:main#2.0' }, 'start recall recall session:web:main#2.0'],
  [{ stop: 'recall' }, 'stop recall'],
  [{ send: 'supervisor', event: 'report.raised' }, 'send supervisor report.raised'],
  [{ abort: 'session:web:main#2.0' }, 'abort session:web:main#2.0'],
  [{ schedule: 'xstate.after.patience.worker.waiting' }, 'schedule xstate.after.patience.worker.waiting'],
  [{ write: 'appendMessage', row: 'm 1' }, 'write appendMessage m 1'],
  [{ write: 'recordReport' }, 'write recordReport'],
];

test('given requests as objects, when they are read, then they are what was written', () => {
  const objects = requests.map(([request]) => request);
  assert.deepEqual(readRequests(JSON.stringify(objects)), objects);
  assert.deepEqual(readRequests('[]'), []);
});

test('given the sentences of an older version, when they are read, then they are the same objects', () => {
  const lines = requests.map(([, line]) => line);
  assert.deepEqual(
    readRequests(JSON.stringify(lines)),
    requests.map(([request]) => request),
  );
});

test('given a request, when it is shown, then it is one line', () => {
  for (const [request, line] of requests) assert.equal(requestLine(request), line);
});
