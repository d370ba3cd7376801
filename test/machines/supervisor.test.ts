import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Event } from '../../src/actors/runtime/step.ts';
import type { Failure } from '../../src/machines/domain/failure.ts';
import { type Language, texts } from '../../src/machines/domain/texts.ts';
import { type BootFacts, type PermanentChannel, supervisorMachine } from '../../src/machines/supervisor.ts';
import { begin, type Stand } from './play.ts';

type Supervisor = Stand<typeof supervisorMachine>;

const say = texts('en');
const calm: BootFacts = {
  uncleanBoots: 0,
  actors: 3,
  waiting: 1,
  again: 2,
  unknown: [],
  quarantined: [],
  wedged: [],
};
const channels: readonly PermanentChannel[] = [
  { name: 'terminal', ownerChats: ['main'] },
  { name: 'web', ownerChats: ['main'] },
  { name: 'telegram', ownerChats: ['42', '43'] },
];
const supervisor = (language: Language = 'en'): Supervisor =>
  begin({ machine: supervisorMachine, address: 'supervisor', input: { language } });
const starts = (facts: Partial<BootFacts> = {}) => ({
  type: 'system.started',
  channels,
  facts: { ...calm, ...facts },
});
const running = (language: Language = 'en') => supervisor(language).send(starts());
const down: Failure = { kind: 'unavailable', message: 'no network' };

/** What is written down, and to whom what is told. */
const heard = (stand: Supervisor) => ({
  reports: stand.wrote('recordReport').map(({ kind, subject, text }) => [kind, subject, text]),
  told: stand.wrote('queueDelivery').map(({ channel, chat, body }) => [channel, chat, body]),
});
const everywhere = (body: string) => [
  ['terminal', 'main', body],
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

  test('given actors that could not be loaded and some that are wedged, when it boots, then the owner hears of both', () => {
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
      ['stuck', 'tool-call:x', 'nothing will ever move it'],
    ]);
    assert.deepEqual(told, [...everywhere(say.quarantined(2)), ...everywhere(say.stuck('tool-call:x'))]);
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
      ['failed', 'session:web:main', 'message.received was buried: no network'],
      everywhere(say.buried('message.received for session:web:main')),
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
      ['progress', 'tool-call:x', 'execution x#2.0 ended after it was no longer waited for: done'],
      [],
    ],
    [
      'an actor that was set aside',
      { type: 'actor.quarantined', actor: 'session:web:main', problem: 'no migration' },
      ['stuck', 'session:web:main', 'no migration'],
      everywhere(say.quarantined(1)),
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
      .send({ type: 'actor.quarantined', actor: 'a:1', problem: 'x', id: 'fact-1' });
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
      { type: 'delivery.queued', delivery: 'report:fact-1.0:web:main', chat: 'main' },
    ]);
  });

  test('given a fact it has no answer to yet, when it is heard, then it is counted and nothing else', () => {
    const stand = running().send({ type: 'effect.silent', effect: 'x#2.0', owner: 'tool-call:x', src: 'execution' });
    assert.deepEqual([stand.asked, stand.leaf], [[], 'idle']);
  });

  test('given an owner who speaks German, when something is told, then it is told in German', () => {
    const stand = running('de').send({ type: 'actor.quarantined', actor: 'a:1', problem: 'x' });
    assert.equal(heard(stand).told[0]?.[2], texts('de').quarantined(1));
  });
});
