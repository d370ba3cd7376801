import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Outage, outageAfter, type Patience, routeAfter, withRest } from '../../../src/domain/models/outage.ts';
import { gaveUpText, outageLine, outageReason, waitingText } from '../../../src/domain/models/outage-texts.ts';
import type { Failure } from '../../../src/domain/supervision/failure.ts';

const minute = 60_000;
const hour = 60 * minute;
const patience: Patience = { keepTryingMs: 6 * hour, longestPauseMs: 10 * minute, timeZone: 'Europe/Berlin' };
const busy: Failure = {
  kind: 'unavailable',
  message: 'anthropic/claude-sonnet-5: Anthropic cannot answer now (529: Overloaded); try again later',
  cause: 'HTTP 529 overloaded_error',
};
const start = Date.UTC(2026, 10, 22, 13, 0);

/** Each round fails the moment it is made. */
function rounds(failure: Failure, count: number, how = patience): readonly Outage[] {
  const seen: Outage[] = [];
  let at = start;
  for (let round = 0; round < count; round += 1) {
    const rests = withRest({}, 0, failure, at);
    const next = outageAfter(seen.at(-1) ?? null, { at, models: 1, rests, failure, reason: 'r' }, how);
    if (!next) break;
    seen.push(next);
    at = next.next;
  }
  return seen;
}

const pauses = (seen: readonly Outage[]) =>
  seen.map(({ next }, index) => next - (index === 0 ? start : (seen[index - 1]?.next ?? 0)));

test('given a busy provider, when its tries fail, then the pauses grow to minutes and end with the time that was set', () => {
  const seen = rounds(busy, 1000);
  assert.deepEqual(pauses(seen).slice(0, 7), [
    30_000,
    minute,
    2 * minute,
    4 * minute,
    8 * minute,
    10 * minute,
    10 * minute,
  ]);
  assert.equal(seen.at(-1)?.next, start + 6 * hour, 'the last try is made when the time is over');
  assert.ok(pauses(seen).every(ms => ms > 0 && ms <= 10 * minute));
  assert.deepEqual(rounds(busy, 5, { ...patience, keepTryingMs: 0 }), [], 'no waiting was wanted');
});

test('given a wish of the other side, when it is longer than the pause, then the wish is honoured, and never beyond the end', () => {
  assert.deepEqual(pauses(rounds({ ...busy, retryAfterMs: 20 * minute }, 2)), [20 * minute, 20 * minute]);
  assert.deepEqual(pauses(rounds({ ...busy, retryAfterMs: 8 * hour }, 9)), [6 * hour]);
});

test('given a breaker that is open, when it refuses, then that is no try, and it is looked at again when it has rested', () => {
  const resting: Failure = {
    kind: 'unavailable',
    message: 'model:ollama/q failed',
    cause: 'breaker',
    retryAfterMs: 41_000,
  };
  const [first, second] = rounds(resting, 2);
  assert.deepEqual([first?.tries, second?.tries, first?.next], [0, 0, start + 41_000]);
});

test('given several models, when some wish to be left alone, then the next that may be asked is, and the wait is for the first', () => {
  const rests = { 0: start + hour, 1: start + 5 * minute };
  assert.equal(routeAfter(-1, 3, rests, start), 2);
  assert.equal(routeAfter(-1, 2, rests, start), undefined);
  assert.equal(routeAfter(-1, 2, rests, start + 5 * minute), 1);
  const wait = outageAfter(null, { at: start, models: 2, rests, failure: busy, reason: 'r' }, patience);
  assert.equal(wait?.next, start + 5 * minute);
});

for (const [failure, en, de] of [
  [busy, 'Anthropic is overloaded (529)', 'Anthropic ist überlastet (529)'],
  [
    { ...busy, cause: 'HTTP 429 rate_limit_error' },
    'Anthropic limits how often it may be asked (429)',
    'Anthropic begrenzt, wie oft es gefragt werden darf (429)',
  ],
  [
    { ...busy, cause: 'HTTP 500' },
    'Anthropic has an error on its side (500)',
    'Anthropic hat einen Fehler auf seiner Seite (500)',
  ],
  [{ ...busy, kind: 'timeout', cause: 'x y' }, 'Anthropic does not answer', 'Anthropic antwortet nicht'],
  [
    { kind: 'unavailable', message: 'ollama/qwen3:8b: refused', cause: 'ECONNREFUSED' },
    'Ollama cannot be reached (ECONNREFUSED)',
    'Ollama ist nicht erreichbar (ECONNREFUSED)',
  ],
  [
    { kind: 'unavailable', message: 'model:anthropic/claude failed too often', cause: 'breaker' },
    'Anthropic has failed several times in a row',
    'Anthropic ist mehrmals hintereinander fehlgeschlagen',
  ],
  [
    {
      kind: 'unavailable',
      message:
        'model:workshop/m is paused for 30 s after repeated errors (http://127.0.0.1:9/v1, base_url in [models.providers.workshop])',
      cause: 'breaker',
    },
    'workshop/m has failed several times in a row (http://127.0.0.1:9/v1, set by base_url in [models.providers.workshop])',
    'workshop/m ist mehrmals hintereinander fehlgeschlagen (http://127.0.0.1:9/v1, gesetzt durch base_url in [models.providers.workshop])',
  ],
  [{ kind: 'unavailable', message: 'broke off' }, 'The model cannot be reached', 'Das Modell ist nicht erreichbar'],
  [
    { kind: 'unavailable', message: 'peer/model: gone' },
    'peer/model cannot be reached',
    'peer/model ist nicht erreichbar',
  ],
] as const satisfies readonly (readonly [Failure, string, string])[])
  test(`given ${failure.cause ?? failure.message}, when it is told, then it reads “${en}”`, () => {
    assert.equal(outageReason(failure, 'en'), en);
    assert.equal(outageReason(failure, 'de'), de);
  });

test('given a wait, when it begins and when it is over, then the owner reads the time of the next try, how long, and what to do', () => {
  const wait: Outage = {
    since: start,
    until: start + 6 * hour,
    next: start + 5 * minute,
    tries: 1,
    reason: 'Anthropic is overloaded (529)',
  };
  assert.equal(
    waitingText(wait, patience, 'en'),
    'Anthropic is overloaded (529). I will try again at 14:05 and keep trying for 6 h; /stop ends it.',
  );
  assert.match(waitingText({ ...wait, next: start + 30_000 }, patience, 'en'), /again at 14:00:30 and/);
  assert.match(waitingText({ ...wait, next: start + 11 * hour }, patience, 'en'), /again on 23 Nov at 01:00 and/);
  assert.match(
    waitingText(wait, patience, 'de'),
    /^.* versuche es um 14:05 wieder und bleibe 6 h lang dabei; \/stop beendet es\.$/,
  );
  assert.match(
    gaveUpText(wait, 'en'),
    /I have tried for 6 h and stop here\. Your message is kept: write again when the model works/,
  );
  assert.match(gaveUpText({ ...wait, until: start + 90 * minute }, 'de'), /90 min lang versucht/);
  assert.equal(
    outageLine(wait, 'UTC', start),
    'Anthropic is overloaded (529); the next try is at 13:05, and it gives up at 19:00',
  );
  assert.match(
    outageLine({ ...wait, until: start + 1_440 * minute }, 'UTC', start),
    /the next try is at 13:05, and it gives up on \d+ \w+ at 13:00$/,
  );
});
