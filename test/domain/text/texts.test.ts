import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Failure } from '../../../src/domain/supervision/failure.ts';
import { modelTexts, texts } from '../../../src/domain/text/texts.ts';

const failure: Failure = { kind: 'unavailable', message: 'no network' };
const spent = { used: '7', limit: '10', next: '5', setting: 'max_tokens_per_session' };
type Name = keyof ReturnType<typeof texts>;

/** Every sentence with something in its gaps, and what must then be in it. */
const said: { readonly [name in Name]?: readonly [readonly unknown[], string] } = {
  modelDown: [[failure], 'no network'],
  modelFailed: [[failure], 'no network'],
  fellBack: [['peer/one'], 'peer/one'],
  unconfirmed: [['saved it'], 'saved it'],
  answeredBy: [['editor'], 'editor'],
  stopped: [[['clock', 'deploy'], ['Send a mail']], 'clock, deploy'],
  unreadWords: [[['where are you?', '']], 'where are you?'],
  doneSoFar: [[['clock', 'deploy']], 'clock, deploy'],
  stuck: [['tool-call:x'], 'tool-call:x'],
  vain: [['restart'], 'start'],
  limitSteps: [[15], '15'],
  limitCalls: [[20], '20'],
  limitErrors: [[3], '3'],
  unknownAct: [['Run it'], 'Run it'],
  quarantined: [[7], '7'],
  buried: [['message.received'], 'message.received'],
  tooLate: [['job:water', 'x.y'], 'x.y'],
  altered: [['execute_command'], 'execute_command'],
  callChanged: [['Run x.', ['x.sh']], 'x.sh'],
  channelDown: [['telegram', failure], 'telegram'],
  channelBack: [['telegram', '14:02', '15:10'], '14:02'],
  channelWaits: [['telegram', 3, '14:02'], '14:02'],
  missedNotices: [[7], '7'],
  tooOld: [['telegram'], 'telegram'],
  approvalWaits: [['k3Qm9xTd', 'Send a mail.', 12], '12'],
  approvalsQueued: [[2, 3, 'Run it.'], '3'],
  approvalExpired: [['Send a mail.'], 'Send a mail.'],
  auditBroken: [['row 9 is missing'], 'row 9 is missing'],
  undelivered: [['42', failure], '42'],
  toolQuarantined: [['word_count', 'three failures'], 'word_count'],
  toolBroken: [['word_count', 'no JSON'], 'no JSON'],
  modelRests: [[40], '40'],
  credentialBlocked: [['an API key'], 'an API key'],
  credentialTaken: [['a password'], 'a password'],
  credentialInFile: [['inbox/sensitive/a.txt', 'a password'], 'inbox/sensitive/a.txt'],
  expiredMeanwhile: [[['Send a mail']], 'Send a mail'],
  unasked: [[[{ intent: 'Run “ls”' }]], 'Run “ls”'],
  actsLater: [[['It writes “conftest.py”: pytest runs it']], 'pytest runs it'],
  withheld: [['No rude words.'], 'No rude words.'],
  expired: [[['clock'], ['Send a mail']], 'clock'],
  safeMode: [[3], '3'],
  safeModeWaits: [['incident:abcdefgh'], 'go'],
  safeModeLine: [['incident:abcdefgh'], 'incident:abcdefgh go'],
  toolsBroken: [[12], '12'],
  scriptsFlooded: [[10_000], '10000'],
  parked: [['session:web:main', 'Nothing moves it.'], 'Nothing moves it.'],
  howToAnswer: [[{ incident: 'abcdefgh', choices: ['restart', 'stop'] }], 'abcdefgh restart|stop'],
  ownerChooses: [['tool-call:x', 'It is silent.', 30], '30'],
  remedied: [['tool-call:x', 'wedged', 'restart'], 'tool-call:x'],
  restarted: [[{ messages: 2, done: ['clock'], cut: ['Send a mail'], unbegun: ['Run it.'] }], 'Run it. '],
  flapping: [['ollama/qwen3', 3], 'ollama/qwen3'],
  looping: [['clock', 4], 'clock'],
  spending: [['session:web:main', { tokens: 300_000, micros: 1_500_000 }], '1.50'],
  diskLow: [['disk', { freeMb: 12, totalMb: 900 }], '12'],
  growing: [['database', { mb: 7000, mbPerDay: 600 }], '7000'],
  silent: [['execution', 61_000], '61'],
  resting: [['tool:x', 60, 'no network'], 'no network'],
  works: [['tool:x'], 'tool:x'],
  tokens: [['7'], '7'],
  pausedBySession: [[spent], 'max_tokens_per_session'],
  stoppedByDay: [[{ ...spent, until: '00:00' }], '00:00'],
  sessionUsed: [[50, '7', '10'], '50'],
  dayUsed: [[75, '7', '10'], '75'],
  taskSays: [['7: tidy up', 'All is tidy.'], 'All is tidy.'],
  wordsAlone: [['no network.'], 'no network'],
  accountWrote: [['4417', 'Molly'], '4417'],
};

for (const language of ['en', 'de'] as const)
  suite(`what is said to the owner in ${language}`, () => {
    const table = texts(language);

    for (const [name, sentence] of Object.entries(table))
      test(`${name} is a whole sentence`, () => {
        const [args, part] = said[name as Name] ?? [[], ''];
        const text = typeof sentence === 'string' ? sentence : (sentence as (...args: unknown[]) => string)(...args);
        assert.ok(text.includes(part), text);
        assert.match(text, /^[^\s].*[^\s,:;]$/su);
        assert.doesNotMatch(text, /undefined|null|\[object|NaN/);
      });
  });

test('given a sentence of one language, when it is compared with the other, then it is not the same one', () => {
  const [en, de] = [texts('en'), texts('de')];
  assert.deepEqual(Object.keys(en), Object.keys(de));
  for (const [name, sentence] of Object.entries(en))
    if (typeof sentence === 'string') assert.notEqual(de[name as Name], sentence);
});

test('given nothing done, when a turn is stopped, then that is said', () => {
  assert.equal(texts('en').stopped([], []), 'Stopped. Nothing was done.');
  assert.equal(texts('de').stopped([], []), 'Angehalten. Es wurde nichts getan.');
  assert.doesNotMatch(texts('en').stopped([], ['Send a mail']), /Nothing was done/);
});

suite('what is told to a model', () => {
  test('given a call that was not run, when the model is told, then no text lets it believe that it was', () => {
    const none = [
      modelTexts.waiting('deploy'),
      modelTexts.denied(undefined),
      modelTexts.denied('not now'),
      modelTexts.expired,
      modelTexts.undelivered,
      modelTexts.refused(['It writes outside']),
    ];
    for (const text of none) assert.match(text, /not run/i);
  });

  test('given the words of the owner, when a call is denied, then they are passed on', () => {
    assert.match(modelTexts.denied('not now'), /said: not now/);
    assert.doesNotMatch(modelTexts.denied(''), /said/);
  });

  test('given an unknown outcome, when the model is told, then it is told not to repeat it', () => {
    assert.match(modelTexts.unknown('rm -rf notes'), /rm -rf notes.*not repeated/s);
  });
});

test('given a conversation that needs its owner, when that is told, then it is called by where it is held, once, and nothing else is changed', () => {
  const on = (subject: string) => texts('en').parked(subject, texts('en').stuck(subject));
  assert.equal(
    on('session:telegram:42'),
    'The conversation on Telegram needs you. It is stuck: nothing is pending that could continue it.',
  );
  assert.match(on('session:telegram:42~2'), /^The conversation 2 on Telegram needs you/);
  assert.match(on('session:web:garden'), /^The conversation “garden” on the page needs you/);
  assert.match(
    texts('de').parked('session:terminal:main', texts('de').stuck('session:terminal:main')),
    /^Das Gespräch im Terminal braucht dich\. Es steckt fest/,
  );
  assert.equal(texts('en').parked('supervisor', 'I crashed.'), 'I need you. I crashed.');
  assert.equal(texts('en').parked('disk', 'The disk is nearly full.'), 'disk needs you. The disk is nearly full.');
});
