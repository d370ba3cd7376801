/** The table of the supervisor: what follows from each event, in one line each. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Failure } from '../../../src/domain/supervision/failure.ts';
import type { Trouble } from '../../../src/domain/supervision/remediation.ts';
import { supervisorMachine } from '../../../src/machines/supervisor/chart.ts';
import { reactions, troubles } from '../../../src/machines/supervisor/reactions.ts';
import type { SupervisorEvent } from '../../../src/machines/supervisor/types.ts';

const failure: Failure = { kind: 'unavailable', message: 'no network' };
const trouble: Trouble = { kind: 'wedged', subject: 'session:web:main', text: 'Stuck.' };
const effect = { effect: 'x#2.0', owner: 'tool-call:x', src: 'execution' };
const facts = { uncleanBoots: 0, actors: 1, waiting: 0, again: 0, unknown: [], quarantined: [], wedged: [] };
const breaker = { until: 60_000, failure };
const incident = { incident: 'incident:abcdefgh', trouble, choices: ['restart', 'stop'] };
const ended = { outcome: 'done', trouble, remedy: { kind: 'restart', from: 'fresh' }, reports: 1, by: null, failure };
const command = { id: 'c', verb: 'stop', actor: 'job:1', by: 'cli' };
const channel = { subject: 'channel:telegram', channel: 'telegram' };

/**
 * An event; the kinds of what is written down, with `!` where the owner is told; the kinds of the troubles that are
 * dealt with.
 */
const table: readonly (readonly [type: string, more: object, reports: string, troubles: string])[] = [
  ['system.started', { channels: [], facts }, 'progress', ''],
  ['system.started', { channels: [], facts: { ...facts, isSafe: true } }, 'progress', 'unclean'],
  ['system.started', { channels: [], facts: { ...facts, wedged: ['job:1'] } }, 'progress stuck', 'wedged'],
  ['report.raised', { kind: 'failed', subject: 'job:1', failure }, 'failed', ''],
  ['report.raised', { kind: 'failed', code: 'channelDown', ...channel, failure }, 'failed!', ''],
  ['report.raised', { kind: 'progress', code: 'channelBack', ...channel, since: 0 }, 'progress!', ''],
  ['report.raised', { kind: 'failed', code: 'waiting', ...channel, since: 0, times: 2 }, 'failed!', ''],
  ['report.raised', { kind: 'failed', code: 'tooOld', ...channel }, 'failed!', ''],
  ['report.raised', { kind: 'failed', code: 'undelivered', ...channel, chat: '42', failure }, 'failed!', ''],
  [
    'report.raised',
    { kind: 'toolFailure', code: 'tell', subject: 'tool:x', text: 'It is set aside.' },
    'toolFailure!',
    '',
  ],
  [
    'report.raised',
    { kind: 'policyDenied', code: 'altered', subject: 'tool-call:x', tool: 'execute_command' },
    'policyDenied!',
    '',
  ],
  ['report.raised', { kind: 'progress', code: 'aside', subject: 'x', text: 'Said.' }, 'progress!', ''],
  [
    'report.raised',
    { kind: 'looping', subject: 'session:web:main', turn: 't', tool: 'clock', times: 4 },
    'looping',
    'looping',
  ],
  ['message.buried', { actor: 'job:1', event: 'job.run', failure }, 'failed', 'buried'],
  ['message.late', { actor: 'job:1', event: 'job.requested' }, 'failed!', ''],
  ['effect.unknown', effect, 'unknown', ''],
  ['effect.unknown', { ...effect, about: 'Send it.' }, 'unknown!', ''],
  ['effect.left', { ...effect, outcome: 'done' }, 'progress', ''],
  ['effect.silent', { ...effect, silentMs: 61_000 }, 'stuck', 'silent'],
  ['actor.quarantined', { actor: 'job:1', problem: 'no migration' }, 'stuck', 'quarantined'],
  ['actor.wedged', { actor: 'job:1', leaf: 'acting' }, 'stuck', 'wedged'],
  ['phase.overdue', { actor: 'job:1', leaf: 'acting', sinceMs: 90_000 }, 'progress', ''],
  ['loop.stalled', { during: 'a step', ms: 812 }, 'progress', ''],
  ['breaker.opened', { subject: 'tool:x', ...breaker }, 'failed!', ''],
  ['breaker.opened', { subject: 'model:a/b', ...breaker }, 'failed', ''],
  ['breaker.opened', { subject: 'model:a/b', ...breaker, flaps: 3 }, 'failed', 'flapping'],
  ['breaker.closed', { subject: 'tool:x' }, 'progress!', ''],
  ['breaker.closed', { subject: 'model:a/b' }, 'progress', ''],
  ['pattern.found', { kind: 'diskLow', subject: 'disk', facts: { freeMb: 1, totalMb: 9 } }, 'stuck', 'diskLow'],
  ['pattern.passed', { kind: 'diskLow', subject: 'disk' }, 'progress', ''],
  ['incident.asked', incident, 'inputRequired!', ''],
  ['incident.parked', { ...incident, failure: null }, 'stuck!', ''],
  ['xstate.done.actor.incident-1', { actorId: 'incident-1', output: ended }, 'completed!', ''],
  ['xstate.done.actor.admin-1', { actorId: 'admin-1', output: undefined }, '', ''],
  ['xstate.error.actor.admin-1', { actorId: 'admin-1', error: failure }, '', ''],
  ['admin.asked', { command }, 'progress', ''],
  ['system.stopping', {}, '', ''],
  ['channels.changed', { channels: [] }, '', ''],
];

suite('the table', () => {
  for (const [type, more, reports, dealtWith] of table)
    test(`given ${type} ${JSON.stringify(more)}, then [${reports}] is reported and [${dealtWith}] is dealt with`, () => {
      const event = { type, at: 0, id: 'e', ...more } as unknown as SupervisorEvent;
      const found = reactions(event, { language: 'en' });
      assert.equal(found.map(({ kind, tell }) => (tell === undefined ? kind : `${kind}!`)).join(' '), reports);
      assert.equal(
        troubles(event, 'en')
          .map(({ kind }) => kind)
          .join(' '),
        dealtWith,
      );
    });

  test('given the events the chart takes, then each is in the table', () => {
    const fits = (pattern: string, type: string) =>
      pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
    const missing = Object.keys(supervisorMachine.config.on ?? {}).filter(
      pattern => !table.some(([type]) => fits(pattern, type)),
    );
    assert.deepEqual(missing, []);
  });
});
