import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayTeller } from '../../../src/domain/budget/day.ts';

const hours = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) => (endsAt - startsAt) / 3_600_000;

for (const [zone, at, day, length] of [
  ['Europe/Berlin', '2026-11-22T22:59:59Z', '2026-11-22', 24],
  ['Europe/Berlin', '2026-11-22T23:00:00Z', '2026-11-23', 24],
  ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-25', 25],
  ['America/Los_Angeles', '2026-11-23T07:59:59Z', '2026-11-22', 24],
  ['Asia/Kathmandu', '2026-11-22T18:15:00Z', '2026-11-23', 24],
  ['America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04', 23],
  ['UTC', '2026-12-31T23:59:59.999Z', '2026-12-31', 24],
] as const)
  test(`given ${at} in ${zone}, when its day is told, then it is ${day}, ${length} hours long`, () => {
    const tell = dayTeller(zone);
    const instant = Date.parse(at);
    const found = tell(instant);
    assert.deepEqual([found.day, hours(found)], [day, length]);
    assert.ok(found.startsAt <= instant && instant < found.endsAt);
    assert.equal(tell(found.startsAt).day, day);
    assert.equal(tell(found.endsAt - 1).day, day);
    assert.notEqual(tell(found.endsAt).day, day);
  });

test('given a clock that goes back, when the day is told, then it is that of the instant', () => {
  const tell = dayTeller('UTC');
  assert.equal(tell(Date.parse('2026-11-22T10:00:00Z')).day, '2026-11-22');
  assert.equal(tell(Date.parse('2026-11-20T10:00:00Z')).day, '2026-11-20');
});

test('given a zone that leaves a day out, when the day before it is told, then the one after it follows', () => {
  const tell = dayTeller('Pacific/Apia');
  const { day, endsAt } = tell(Date.parse('2011-12-30T09:00:00Z'));
  assert.equal(day, '2011-12-29');
  assert.equal(endsAt, Date.parse('2011-12-30T10:00:00Z'));
  assert.equal(tell(endsAt).day, '2011-12-31');
});

test('given no such time zone, when a teller is made for it, then that is an error', () => {
  assert.throws(() => dayTeller('Europe/Nowhere'), RangeError);
});
