import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Failure } from '../../../src/domain/supervision/failure.ts';
import {
  choicesFor,
  chooseRemedy,
  patienceMs,
  remedyOf,
  type Trouble,
  type TroubleKind,
} from '../../../src/domain/supervision/remediation.ts';
import { incidentMachine } from '../../../src/machines/incident/chart.ts';
import { begin } from '../play.ts';

const wedged: Trouble = { kind: 'wedged', subject: 'session:web:main', text: 'Nothing will ever move it.' };
const silent: Trouble = {
  kind: 'silent',
  subject: 'tool-call:x',
  effect: 'tool-call:x#3.0',
  text: 'It gives no sign of life.',
};
const incident = (trouble = wedged) =>
  begin({ machine: incidentMachine, address: 'incident:abcdefgh', parent: 'supervisor', input: { trouble } });
const refused: Failure = { kind: 'invalid', message: 'the journal does not lead there' };
const stands = { stands: true };
const over = { stands: false };

suite('a remedy', () => {
  test('given a trouble, when it is reported, then the mildest remedy of its kind is applied, under a name of its own', () => {
    const stand = incident();
    assert.equal(stand.leaf, 'acting');
    assert.deepEqual(stand.started('remedy'), {
      act: 'incident:abcdefgh/1',
      trouble: wedged,
      remedy: { kind: 'restart', from: 'checkpoint' },
    });
  });

  test('given a remedy, when it is applied, then it is given a moment before it is looked whether it helped', () => {
    const applied = incident().ends('remedy', undefined);
    assert.equal(applied.leaf, 'evaluating.waiting');
    const looking = applied.fires();
    assert.deepEqual(looking.started('standing'), { trouble: wedged });
    const done = looking.ends('standing', over);
    assert.equal(done.leaf, 'done');
    assert.deepEqual(done.output, {
      outcome: 'done',
      trouble: wedged,
      remedy: { kind: 'restart', from: 'checkpoint' },
      reports: 1,
      by: null,
      failure: null,
    });
  });

  test('given remedies that change nothing, then each is tried once, mildest first, and then the owner is asked', () => {
    let stand = incident(silent);
    const applied: unknown[] = [];
    const asked: unknown[] = [];
    while (stand.leaf === 'acting') {
      applied.push(stand.started('remedy')?.['remedy']);
      asked.push(...stand.sent('supervisor'));
      stand = stand.ends('remedy', undefined).fires().ends('standing', stands);
    }
    assert.deepEqual(applied, [
      { kind: 'clarify' },
      { kind: 'abort', what: 'effect' },
      { kind: 'abort', what: 'effect', hard: true },
    ]);
    assert.equal(stand.leaf, 'waitingForInput.open');
    assert.deepEqual(stand.sent('supervisor'), [
      {
        type: 'incident.parked',
        incident: 'incident:abcdefgh',
        trouble: silent,
        failure: null,
        choices: ['cancel', 'stop', 'leave'],
      },
    ]);
    assert.deepEqual(
      asked,
      [
        {
          type: 'incident.asked',
          incident: 'incident:abcdefgh',
          trouble: silent,
          choices: ['cancel', 'stop', 'leave'],
        },
      ],
      'with the first remedy the owner was asked, once',
    );
  });

  test('given a silent effect, when the owner lets it be before it is cancelled, then it runs on', () => {
    const waiting = incident(silent).ends('remedy', undefined);
    assert.deepEqual([waiting.leaf, waiting.context.isAsked], ['evaluating.waiting', true]);
    const left = waiting.send({ type: 'incident.answered', choice: 'leave', by: 'telegram:42' });
    assert.deepEqual([left.leaf, left.output?.outcome, left.output?.by], ['cancelled', 'cancelled', 'telegram:42']);
  });

  test('given a silent effect, when the owner has it cancelled, then that is done at once, and nothing harder by itself', () => {
    const waiting = incident(silent).ends('remedy', undefined);
    const stand = waiting.send({ type: 'incident.answered', choice: 'cancel', by: 'cli' });
    assert.deepEqual(stand.started('remedy')?.['remedy'], { kind: 'abort', what: 'effect' });
    assert.equal(stand.ends('remedy', undefined).fires().ends('standing', stands).leaf, 'waitingForInput.open');
  });

  test('given a trouble that says how long a remedy is given, then it is given so long', () => {
    assert.equal(patienceMs({ ...silent, patienceMs: 500 }), 500);
    assert.equal(patienceMs(silent), 30_000);
  });

  test('given a remedy that cannot be applied, then it did not help, and why is told', () => {
    const stand = incident().fails('remedy', refused).ends('standing', stands);
    assert.equal(stand.leaf, 'waitingForInput.parking');
    assert.deepEqual(stand.ends('remedy', undefined).sent('supervisor')[0]?.['failure'], refused);
  });

  test('given a second report of the same trouble, then it joins', () => {
    const stand = incident().send({ type: 'trouble.reported', trouble: wedged });
    assert.equal(stand.context.reports, 2);
    assert.equal(stand.leaf, 'acting');
  });
});

suite('the owner', () => {
  const parked = () => incident().ends('remedy', undefined).fires().ends('standing', stands).ends('remedy', undefined);
  const choose = (choice: string) => ({ type: 'incident.answered', choice, by: 'telegram:42' });

  test('given a wedged actor, then it is set aside while the owner has not chosen, and may stay so for ever', () => {
    const parking = incident().ends('remedy', undefined).fires().ends('standing', stands);
    assert.deepEqual(parking.started('remedy')?.['remedy'], { kind: 'suspend' });
    const open = parking.ends('remedy', undefined);
    assert.deepEqual([open.leaf, open.tags.includes('resting')], ['waitingForInput.open', true]);
  });

  test('given a choice, then it is applied and looked at like any remedy, and its output names who chose', () => {
    const stand = parked().send(choose('fresh'));
    assert.deepEqual(stand.started('remedy')?.['remedy'], { kind: 'restart', from: 'fresh' });
    const output = stand.ends('remedy', undefined).fires().ends('standing', over).output;
    assert.deepEqual([output?.outcome, output?.by], ['done', 'telegram:42']);
  });

  test('given choices that do not help either, then it is set aside after each, by an act of its own name, and the owner is asked again', () => {
    const vainly = (stand: ReturnType<typeof parked>, choice: string) =>
      stand.send(choose(choice)).ends('remedy', undefined).fires().ends('standing', stands);
    const parking = vainly(parked(), 'restart');
    assert.equal(parking.leaf, 'waitingForInput.parking');
    assert.partialDeepStrictEqual(parking.started('remedy'), {
      act: 'incident:abcdefgh/parked/2',
      remedy: { kind: 'suspend' },
    });
    const open = parking.ends('remedy', undefined);
    assert.equal(open.leaf, 'waitingForInput.open');
    assert.deepEqual(
      open.sent('supervisor').map(event => event['vain']),
      ['restart'],
    );
    const again = vainly(open, 'fresh');
    assert.equal(again.started('remedy')?.['act'], 'incident:abcdefgh/parked/3');
    const asked = again.ends('remedy', undefined);
    assert.deepEqual(
      asked.sent('supervisor').map(event => event['vain']),
      ['fresh'],
    );
    assert.equal(asked.send(choose('stop')).leaf, 'acting');
  });

  test('given a choice that is none of those offered, then nothing happens', () => {
    assert.equal(parked().send(choose('leave')).leaf, 'waitingForInput.open');
    assert.equal(parked().send(choose('format the disk')).leaf, 'waitingForInput.open');
  });

  test('given that it is left as it is, then it ends so', () => {
    const stand = incident({ ...wedged, kind: 'quarantined' }).send(choose('leave'));
    assert.deepEqual([stand.leaf, stand.output?.outcome], ['cancelled', 'cancelled']);
  });

  test('given that something else was done meanwhile, then it is looked at again', () => {
    const stand = parked().send({ type: 'incident.rechecked' });
    assert.equal(stand.ends('standing', over).leaf, 'done');
    const still = stand.ends('standing', stands);
    assert.deepEqual([still.leaf, still.sent('supervisor')], ['waitingForInput.open', []]);
  });
});

suite('the table', () => {
  const kinds: readonly TroubleKind[] = [
    ...(['wedged', 'silent', 'buried', 'quarantined', 'unclean'] as const),
    ...(['flapping', 'looping', 'spending', 'diskLow', 'growing'] as const),
  ];

  test('given what a remedy is chosen for, then it is the one of its kind', () => {
    const first = (kind: TroubleKind) => chooseRemedy({ ...wedged, kind }, 0);
    assert.deepEqual(first('flapping'), { kind: 'reassign' });
    assert.deepEqual(first('looping'), { kind: 'clarify' });
    for (const kind of ['spending', 'diskLow', 'growing', 'unclean', 'quarantined'] as const)
      assert.deepEqual(first(kind), { kind: 'escalate' }, kind);
    assert.deepEqual(remedyOf('cancel', { effect: 'a#1.0' }), { kind: 'abort', what: 'effect' });
    assert.deepEqual(remedyOf('cancel'), { kind: 'abort', what: 'turn' });
  });

  test('given an actor that is permanent, when its choices are listed, then none of them stops it', () => {
    for (const kind of kinds)
      assert.ok(!choicesFor({ ...wedged, kind, subject: 'channel:telegram' }).includes('stop'), kind);
    assert.ok(choicesFor({ ...wedged, subject: 'session:web:main' }).includes('stop'));
  });

  test('every ladder ends with the owner, and every choice is one that can be done or one that leaves things be', () => {
    for (const kind of kinds) {
      const trouble = { ...wedged, kind };
      let rung = 0;
      while (chooseRemedy(trouble, rung).kind !== 'escalate') rung += 1;
      assert.ok(rung <= 3, kind);
      assert.ok(choicesFor(trouble).length > 0, kind);
      for (const choice of choicesFor(trouble))
        assert.ok(remedyOf(choice) !== undefined || choice === 'leave', `${kind} ${choice}`);
    }
  });
});
