import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Event } from '../../../src/actors/runtime/step.ts';
import type { Failure } from '../../../src/domain/supervision/failure.ts';
import { texts } from '../../../src/domain/text/texts.ts';
import { channels, running, type Supervisor, starts, supervisor } from './stands.ts';

const say = texts('en');

const down: Failure = { kind: 'unavailable', message: 'no network' };

/** What is written down, and to whom what is told. */
const heard = (stand: Supervisor) => ({
  reports: stand.wrote('recordReport').map(({ kind, subject, text }) => [kind, subject, text]),
  told: stand.wrote('queueDelivery').map(({ channel, chat, body }) => [channel, chat, body]),
});

/** The troubles that are being dealt with, by name. */
const troublesOf = (stand: Supervisor) => Object.keys(stand.context.incidents);

const everywhere = (body: string, inTerminal = body) => [
  ['terminal', 'main', inTerminal],
  ['web', 'main', body],
  ['telegram', '42', body],
  ['telegram', '43', body],
];

suite('life', () => {
  test('given a boot, when the system has started, then the channels start in order and the boot is written down', () => {
    const stand = running();
    assert.equal(stand.leaf, 'idle');
    assert.deepEqual(stand.asked, [
      'send channel:terminal channel.started',
      'send channel:web channel.started',
      'send channel:telegram channel.started',
      'write recordReport',
    ]);
    assert.deepEqual(heard(stand), {
      reports: [
        ['progress', 'supervisor', '3 actors, 1 messages waiting, 2 effects again, 0 unknown, 0 quarantined, 0 wedged'],
      ],
      told: [],
    });
    assert.deepEqual([stand.context.boots, stand.context.reports], [1, 1]);
  });

  test('given running channels, when the system stops, then they stop in reverse order', () => {
    const stand = running().send({ type: 'system.stopping' });
    assert.deepEqual(stand.asked, [
      'send channel:telegram channel.stopped',
      'send channel:web channel.stopped',
      'send channel:terminal channel.stopped',
    ]);
    assert.equal(stand.leaf, 'idle');
  });

  test('given a boot with other channels, when it starts, then those count from now on', () => {
    const stand = running().send({ ...starts(), channels: channels.slice(0, 1) });
    assert.deepEqual(stand.asked.slice(0, 1), ['send channel:terminal channel.started']);
    assert.deepEqual(stand.context.channels, channels.slice(0, 1));
    assert.equal(stand.context.boots, 2);
  });

  test('given actors that could not be loaded and some that are wedged, when it boots, then each has its incident', () => {
    const stand = supervisor().send(
      starts({
        quarantined: [
          { actor: 'session:web:main', problem: "State 'x' does not exist" },
          { actor: 'job:1', problem: 'no such machine' },
        ],
        wedged: ['tool-call:x'],
      }),
    );
    const { reports, told } = heard(stand);
    assert.deepEqual(reports.slice(1), [
      ['stuck', 'supervisor', "session:web:main (State 'x' does not exist); job:1 (no such machine)"],
      ['stuck', 'tool-call:x', 'nothing is pending that could continue it'],
    ]);
    assert.deepEqual(told, []);
    assert.deepEqual(troublesOf(stand), ['wedged tool-call:x', 'quarantined session:web:main', 'quarantined job:1']);
  });

  test('given more actors that could not be loaded than anyone wants to be asked about, then their number is told', () => {
    const quarantined = Array.from({ length: 6 }, (_, n) => ({ actor: `job:${n}`, problem: 'no such machine' }));
    const stand = supervisor().send(starts({ quarantined }));
    assert.deepEqual(heard(stand).told, everywhere(say.quarantined(6)));
    assert.deepEqual(troublesOf(stand), []);
  });
});

suite('what is heard', () => {
  const table: readonly (readonly [string, Event, readonly string[], readonly (readonly string[])[]])[] = [
    [
      'a turn that failed',
      { type: 'report.raised', kind: 'failed', subject: 'session:web:main', failure: down },
      ['failed', 'session:web:main', 'unavailable: no network'],
      [],
    ],
    [
      'progress with words',
      { type: 'report.raised', kind: 'progress', subject: 'job:1', text: 'half way' },
      ['progress', 'job:1', 'half way'],
      [],
    ],
    [
      'a report of few words',
      { type: 'report.raised', kind: 'stuck', subject: 'job:1' },
      ['stuck', 'job:1', 'stuck'],
      [],
    ],
    [
      'a tool that was put out of use',
      { type: 'report.raised', kind: 'toolFailure', code: 'tell', subject: 'tool:count_words', text: 'It failed.' },
      ['toolFailure', 'tool:count_words', 'It failed.'],
      everywhere('It failed.'),
    ],
    [
      'a channel that is down',
      {
        type: 'report.raised',
        kind: 'failed',
        code: 'channelDown',
        subject: 'channel:web',
        channel: 'web',
        failure: down,
      },
      ['failed', 'channel:web', 'unavailable: no network'],
      everywhere(say.channelDown('web', down)).filter(([channel]) => channel !== 'web'),
    ],
    [
      'a second program with the same token, which keeps nothing from being sent',
      {
        type: 'report.raised',
        kind: 'failed',
        code: 'channelDown',
        subject: 'channel:telegram',
        channel: 'telegram',
        failure: { ...down, cause: 'conflict' },
      },
      ['failed', 'channel:telegram', 'unavailable: no network'],
      everywhere(say.channelDown('telegram', { ...down, cause: 'conflict' })),
    ],
    [
      'a channel that is back after hours',
      {
        type: 'report.raised',
        kind: 'progress',
        code: 'channelBack',
        subject: 'channel:telegram',
        channel: 'telegram',
        since: 0,
        at: 7_200_000,
      },
      ['progress', 'channel:telegram', 'it was away since 1970-01-01 00:00 UTC'],
      everywhere(say.channelBack('telegram', '1970-01-01 00:00 UTC', '1970-01-01 02:00 UTC')).filter(
        ([channel]) => channel === 'telegram',
      ),
    ],
    [
      'messages that wait',
      {
        type: 'report.raised',
        kind: 'failed',
        code: 'waiting',
        subject: 'channel:telegram',
        channel: 'telegram',
        since: 0,
        times: 3,
      },
      ['failed', 'channel:telegram', '3 messages wait since 1970-01-01 00:00 UTC'],
      everywhere(say.channelWaits('telegram', 3, '1970-01-01 00:00 UTC')).filter(([channel]) => channel !== 'telegram'),
    ],
    [
      'messages that were too old to be sent',
      {
        type: 'report.raised',
        kind: 'failed',
        code: 'tooOld',
        subject: 'channel:telegram',
        chat: '42',
        failure: { kind: 'exhausted', message: 'too old' },
      },
      ['failed', 'channel:telegram', 'exhausted: too old'],
      everywhere(say.tooOld('telegram')),
    ],
    [
      'a message that could not be delivered',
      {
        type: 'report.raised',
        kind: 'failed',
        code: 'undelivered',
        subject: 'channel:telegram',
        chat: '42',
        failure: down,
      },
      ['failed', 'channel:telegram', 'unavailable: no network'],
      everywhere(say.undelivered('42', down)).filter(([channel]) => channel !== 'telegram'),
    ],
    [
      'a message that was buried',
      { type: 'message.buried', actor: 'session:web:main', event: 'message.received', failure: down, letter: 1 },
      ['failed', 'session:web:main', 'message.received failed and was set aside: no network'],
      [],
    ],
    [
      'an act whose outcome nobody knows',
      { type: 'effect.unknown', effect: 'x#2.0', owner: 'tool-call:x', src: 'execution', about: 'Run rm -rf notes.' },
      ['unknown', 'tool-call:x', 'execution x#2.0: it may or may not have happened'],
      everywhere(say.unknownAct('Run rm -rf notes')),
    ],
    [
      'an unknown outcome that its own chart tells',
      { type: 'effect.unknown', effect: 'x#2.0', owner: 'channel:telegram', src: 'delivery' },
      ['unknown', 'channel:telegram', 'delivery x#2.0: it may or may not have happened'],
      [],
    ],
    [
      'an effect that ended after it was left',
      { type: 'effect.left', effect: 'x#2.0', owner: 'tool-call:x', src: 'execution', outcome: 'done' },
      ['progress', 'tool-call:x', 'execution x#2.0 ended when nothing waited for it any more: done'],
      [],
    ],
    [
      'an actor that nothing will move',
      { type: 'actor.wedged', actor: 'session:web:main', leaf: 'thinking.completing' },
      ['stuck', 'session:web:main', 'nothing is pending that could move it from thinking.completing'],
      [],
    ],
    [
      'an actor that is slow',
      { type: 'phase.overdue', actor: 'tool-call:x', leaf: 'acting.executing', sinceMs: 90_000 },
      ['progress', 'tool-call:x', 'it has been in acting.executing for 90 s, longer than usual'],
      [],
    ],
    [
      'an effect that gives no sign of life',
      { type: 'effect.silent', effect: 'x#2.0', owner: 'tool-call:x', src: 'execution', silentMs: 61_000 },
      ['stuck', 'tool-call:x', 'execution x#2.0 has given no sign of life for 61 s'],
      [],
    ],
    [
      'a transaction that held up all else',
      { type: 'loop.stalled', during: 'session<message.received', ms: 812.4 },
      ['progress', 'supervisor', 'session<message.received took 812 ms'],
      [],
    ],
    [
      'a breaker that opened',
      { type: 'breaker.opened', subject: 'model:ollama/qwen3', until: 160_000, failure: down, at: 100_000 },
      ['failed', 'model:ollama/qwen3', 'calls are refused for 60 s: no network'],
      [],
    ],
    [
      'the breaker of a channel that opened',
      { type: 'breaker.opened', subject: 'channel:telegram', until: 160_000, failure: down, at: 100_000 },
      ['failed', 'channel:telegram', 'calls are refused for 60 s: no network'],
      everywhere(say.resting('channel:telegram', 60, 'no network')).filter(([channel]) => channel !== 'telegram'),
    ],
    [
      'the breaker of a tool that opened',
      { type: 'breaker.opened', subject: 'tool:clock', until: 160_000, failure: down, at: 100_000 },
      ['failed', 'tool:clock', 'calls are refused for 60 s: no network'],
      everywhere(say.resting('tool:clock', 60, 'no network')),
    ],
    [
      'the breaker of a model that closed',
      { type: 'breaker.closed', subject: 'model:ollama/qwen3' },
      ['progress', 'model:ollama/qwen3', 'it works again'],
      [],
    ],
    [
      'a breaker that closed',
      { type: 'breaker.closed', subject: 'tool:clock' },
      ['progress', 'tool:clock', 'it works again'],
      everywhere(say.works('tool:clock')),
    ],
    [
      'an actor that was set aside',
      { type: 'actor.quarantined', actor: 'session:web:main', problem: 'no migration' },
      ['stuck', 'session:web:main', 'no migration'],
      [],
    ],
  ];
  for (const [what, event, report, told] of table)
    test(`given ${what}, when it is heard, then it is written down and ${told.length === 0 ? 'nobody' : 'the owner'} is told`, () => {
      const stand = running().send(event);
      assert.equal(stand.leaf, 'idle');
      assert.deepEqual(heard(stand), { reports: [report], told });
      assert.equal(stand.context.reports, 2);
    });

  test('given something to tell, when it is told, then it stands in each conversation and goes out by its channel', () => {
    const stand = running()
      .send({ ...starts(), channels: channels.slice(1) })
      .send({ type: 'breaker.closed', subject: 'tool:x', id: 'fact-1' });
    assert.deepEqual(stand.asked, [
      'write recordReport',
      ...['web:main', 'telegram:42', 'telegram:43'].flatMap(place => [
        `write appendMessage notice report:fact-1.0:${place}`,
        `write queueDelivery report:fact-1.0:${place}`,
        `send channel:${place.split(':')[0]} delivery.queued`,
      ]),
    ]);
    assert.partialDeepStrictEqual(stand.wrote('appendMessage')[1], {
      session: 'session:telegram:42',
      turn: '',
      role: 'notice',
    });
    assert.deepEqual(stand.sent('channel:web'), [
      { type: 'delivery.queued', delivery: 'report:fact-1.0:web:main', chat: 'main', notice: true },
    ]);
  });

  test('given the time zone of the owner, when instants are told, then in it; a boot that names another one changes it', () => {
    const report = { type: 'report.raised', subject: 'channel:telegram', channel: 'telegram', since: 0, at: 7_200_000 };
    const back = { ...report, kind: 'progress', code: 'channelBack' };
    const waits = { ...report, kind: 'failed', code: 'waiting', times: 3 };
    const stand = supervisor().send({ ...starts(), timeZone: 'Asia/Tokyo' });
    assert.equal(
      heard(stand.send(back)).told[0]?.[2],
      say.channelBack('telegram', '1 Jan 1970, 09:00 GMT+9', '1 Jan 1970, 11:00 GMT+9'),
    );
    assert.equal(heard(stand.send(waits)).told[0]?.[2], say.channelWaits('telegram', 3, '1 Jan 1970, 09:00 GMT+9'));
    const moved = stand.send({ ...starts(), timeZone: 'UTC' }).send(waits);
    assert.equal(heard(moved).told[0]?.[2], say.channelWaits('telegram', 3, '1 Jan 1970, 00:00 UTC'));
  });

  test('given an owner who speaks German, when something is told, then it is told in German', () => {
    const stand = running('de').send({ type: 'breaker.closed', subject: 'tool:x' });
    assert.equal(heard(stand).told[0]?.[2], texts('de').works('tool:x'));
  });
});

suite('troubles', () => {
  const wedged = { type: 'actor.wedged', actor: 'session:web:main', leaf: 'thinking.completing' };
  const trouble = { kind: 'wedged', subject: 'session:web:main', text: say.stuck('session:web:main') } as const;

  test('given a trouble, then an incident deals with it; reported again, it joins', () => {
    const first = running().send(wedged);
    assert.deepEqual(first.started('incident-1'), { trouble });
    const second = first.send(wedged);
    assert.deepEqual(second.asked, ['write recordReport', 'send incident-1 trouble.reported']);
    assert.deepEqual(troublesOf(second), ['wedged session:web:main']);
  });

  test('given another trouble, then it has an incident of its own', () => {
    const stand = running()
      .send(wedged)
      .send({ type: 'message.buried', actor: 'session:web:main', event: 'x', failure: down, letter: 1 })
      .send({ type: 'effect.silent', effect: 'x#2.0', owner: 'tool-call:x', src: 'execution', silentMs: 61_000 });
    assert.deepEqual(troublesOf(stand), ['wedged session:web:main', 'buried session:web:main', 'silent x#2.0']);
  });

  test('given a silent effect, then its incident is given one more interval for each remedy', () => {
    const silent = { type: 'effect.silent', effect: 'x#2.0', owner: 'tool-call:x', src: 'execution', silentMs: 61_000 };
    const stand = running().send({ ...silent, heartbeatMs: 2000, about: 'Run “sleep 9999”.' });
    assert.deepEqual(stand.started('incident-1'), {
      trouble: {
        kind: 'silent',
        subject: 'tool-call:x',
        effect: 'x#2.0',
        patienceMs: 2000,
        what: 'Run “sleep 9999”',
        text: say.silent('Run “sleep 9999”', 61_000),
      },
    });
  });

  test('given a silent effect that was cancelled, then its end names what it did, and says whose choice that was', () => {
    const silent = {
      kind: 'silent',
      subject: 'tool-call:x',
      effect: 'x#2.0',
      text: 'Silent.',
      what: 'Run “sleep 9999”',
    };
    const told = (by: string | null) => {
      const output = { outcome: 'done', trouble: silent, reports: 1, by, failure: null };
      const stand = running()
        .send(wedged)
        .ends('incident-1', { ...output, remedy: { kind: 'abort', what: 'effect' } });
      return heard(stand).told[0]?.[2];
    };
    assert.equal(told('telegram:42'), 'Run “sleep 9999” was cancelled, as you chose.');
    assert.equal(told(null), 'Run “sleep 9999” was cancelled because it made no progress.');
  });

  test('given an incident that asks before it acts, then the owner hears what comes and until when he can prevent it', () => {
    const silent = { kind: 'silent', subject: 'tool-call:x', effect: 'x#2.0', text: 'Silent.', patienceMs: 2000 };
    const stand = running().send({
      type: 'incident.asked',
      incident: 'incident:abcdefgh',
      trouble: silent,
      choices: ['cancel', 'leave'],
    });
    const asked = say.ownerChooses('tool-call:x', 'Silent.', 2);
    const typed = say.howToAnswer({ incident: 'abcdefgh', choices: ['cancel', 'leave'] });
    assert.deepEqual(heard(stand), {
      reports: [['inputRequired', 'tool-call:x', 'Silent.']],
      told: everywhere(asked, `${asked}\n\n${typed}`),
    });
    assert.deepEqual(stand.wrote('queueDelivery')[0]?.['asks'], { incident: 'abcdefgh', choices: ['cancel', 'leave'] });
  });

  test('given a model that flaps, then an incident deals with it; a tool or one that merely rests is none', () => {
    const opened = { type: 'breaker.opened', subject: 'model:peer/one', until: 160_000, failure: down, at: 100_000 };
    assert.deepEqual(troublesOf(running().send(opened)), []);
    assert.deepEqual(troublesOf(running().send({ ...opened, subject: 'tool:x', flaps: 3 })), []);
    const stand = running().send({ ...opened, flaps: 3 });
    assert.deepEqual(stand.started('incident-1'), {
      trouble: {
        kind: 'flapping',
        subject: 'circuit-breaker:model:peer/one',
        text: say.flapping('peer/one', 3),
      },
    });
  });

  test('given a conversation that goes round in circles, then an incident deals with it, one a conversation', () => {
    const looping = { type: 'report.raised', kind: 'looping', subject: 'session:web:main', turn: 't1', tool: 'clock' };
    const first = running().send({ ...looping, times: 4 });
    assert.deepEqual(first.started('incident-1'), {
      trouble: {
        kind: 'looping',
        subject: 'session:web:main',
        turn: 't1',
        times: 4,
        text: say.looping('clock', 4),
      },
    });
    assert.deepEqual(first.send({ ...looping, times: 5 }).sent('incident-1')[0]?.['type'], 'trouble.reported');
  });

  for (const [kind, subject, facts] of [
    ['diskLow', 'disk', { freeMb: 12, totalMb: 900 }],
    ['growing', 'database', { mb: 7000, mbPerDay: 10 }],
    ['spending', 'session:web:main', { tokens: 300_000, micros: 0 }],
  ] as const)
    test(`given ${kind}, when it is found, then an incident deals with it, and looks again when it has passed`, () => {
      const stand = running().send({ type: 'pattern.found', kind, subject, facts });
      assert.deepEqual(stand.started('incident-1'), { trouble: { kind, subject, text: say[kind](subject, facts) } });
      assert.deepEqual([heard(stand).reports[0]?.[0], heard(stand).told], ['stuck', []]);
      const passed = stand.send({ type: 'pattern.passed', kind, subject });
      assert.deepEqual(
        passed.sent('incident-1').map(({ type }) => type),
        ['incident.rechecked'],
      );
      assert.deepEqual(running().send({ type: 'pattern.passed', kind, subject }).asked, ['write recordReport']);
    });

  test('given a flood of troubles, then no more than fifty are dealt with at once, and all are written down', () => {
    let stand = running();
    for (let n = 0; n < 60; n += 1) stand = stand.send({ ...wedged, actor: `job:${n}` });
    assert.equal(troublesOf(stand).length, 50);
    assert.deepEqual(heard(stand).reports[0]?.slice(0, 2), ['stuck', 'job:59']);
  });

  test('given an incident that ended by a remedy, then the owner is told what helped, and it is no longer open', () => {
    const output = {
      outcome: 'done',
      trouble,
      reports: 1,
      by: null,
      failure: null,
      remedy: { kind: 'restart', from: 'checkpoint' },
    };
    const stand = running().send(wedged).ends('incident-1', output);
    assert.deepEqual(heard(stand), {
      reports: [['completed', 'session:web:main', 'restart helped']],
      told: everywhere(say.remedied('session:web:main', 'wedged', 'restart')),
    });
    assert.deepEqual(troublesOf(stand), []);
  });

  test('given a language that was changed since the first start, when it starts, then the owner is told in the new one', () => {
    const stand = supervisor().send({ ...starts({ uncleanBoots: 3, isSafe: true }), language: 'de' });
    assert.equal(stand.context.language, 'de');
  });

  test('given that safe mode is over, then that is what the owner is told', () => {
    const unclean = { kind: 'unclean', subject: 'supervisor', text: say.safeMode(3) };
    const stand = supervisor().send(starts({ uncleanBoots: 3, isSafe: true }));
    assert.deepEqual(troublesOf(stand), ['unclean supervisor']);
    const output = { outcome: 'done', trouble: unclean, reports: 1, by: 'cli', failure: null, remedy: { kind: 'go' } };
    assert.deepEqual(heard(stand.ends('incident-1', output)).told, everywhere(say.safeModeOver));
  });

  test('given an incident that nothing helped, then the owner is asked, with the choices it takes', () => {
    const stand = running()
      .send(wedged)
      .send({
        type: 'incident.parked',
        incident: 'incident:abcdefgh',
        trouble,
        failure: down,
        choices: ['restart', 'fresh', 'stop'],
      });
    const [, delivery] = stand.wrote('queueDelivery');
    assert.deepEqual(delivery?.['asks'], { incident: 'abcdefgh', choices: ['restart', 'fresh', 'stop'] });
    const text =
      'The conversation on the page needs you. It is stuck: nothing is pending that could continue it. What was tried failed: no network.';
    assert.equal(delivery?.['body'], text);
    const again = stand.send({
      type: 'incident.parked',
      incident: 'incident:abcdefgh',
      trouble,
      failure: null,
      vain: 'restart',
      choices: ['restart', 'fresh', 'stop'],
    });
    assert.match(
      String(again.wrote('queueDelivery')[0]?.['body']),
      /^Restarting did not help\. The conversation on the page needs you\. It is stuck/,
    );
  });
});

suite('acts of the owner', () => {
  const command = { id: 'c1', verb: 'restart', actor: 'session:web:main', from: 'fresh', by: 'telegram:42' } as const;
  const asked = () => running().send({ type: 'admin.asked', command });

  test('given an act, then it is written down and performed under its own name', () => {
    const stand = asked();
    const { id: act, by: _, ...directive } = command;
    assert.deepEqual(stand.started('admin-1'), { act, directive });
    assert.deepEqual(stand.wrote('recordCommand'), [{ command, state: 'asked', error: null }]);
    assert.deepEqual(heard(stand).reports, [['progress', 'session:web:main', 'telegram:42 asked to restart it']]);
  });

  test('given its end, then what became of it is written down, and an incident of its subject looks again', () => {
    const stand = running()
      .send({ type: 'actor.wedged', actor: 'session:web:main', leaf: 'x' })
      .send({ type: 'admin.asked', command })
      .ends('admin-2', undefined);
    assert.deepEqual(stand.wrote('recordCommand'), [{ command, state: 'done', error: null }]);
    assert.deepEqual(
      stand.sent('incident-1').map(({ type }) => type),
      ['incident.rechecked'],
    );
    assert.deepEqual(stand.context.commands, {});
  });

  test('given that it was refused, then why is written down', () => {
    const stand = asked().fails('admin-1', { kind: 'invalid', message: 'it has moved' });
    assert.deepEqual(stand.wrote('recordCommand'), [{ command, state: 'failed', error: 'it has moved' }]);
    assert.equal(stand.leaf, 'idle');
  });
});
