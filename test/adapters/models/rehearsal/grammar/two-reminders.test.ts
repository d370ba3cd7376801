/** Two times in one wish to be reminded: two reminders, or a question, and never one at a wrong time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversation } from '../rehearsal-play.ts';

function chat() {
  return conversation({
    offer: () => [{ name: 'schedule_job', description: 'schedule', parameters: { type: 'object' } }],
    answer: (_name, { schedule }) => ({ text: `The job is set. ${String(schedule)}` }),
  });
}

for (const [said, ...reminders] of [
  [
    'remind me to call mum at 5pm tomorrow and to buy bread at 6pm tomorrow',
    ['at 5pm tomorrow', 'call mum'],
    ['at 6pm tomorrow', 'buy bread'],
  ],
  ['remind me at 5pm to call mum and at 6pm to buy bread', ['at 5pm', 'call mum'], ['at 6pm', 'buy bread']],
  [
    'remind me to call Ada at 1pm and to call Bob at 2pm and to call Cy at 3pm',
    ['at 1pm', 'call Ada'],
    ['at 2pm', 'call Bob'],
    ['at 3pm', 'call Cy'],
  ],
  [
    'erinnere mich morgen um 17 Uhr an den Anruf und morgen um 18 Uhr ans Brot',
    ['morgen um 17 Uhr', 'Anruf'],
    ['morgen um 18 Uhr', 'Brot'],
  ],
  [
    'erinnere mich daran, morgen um 17 Uhr Mama anzurufen und morgen um 18 Uhr Brot zu kaufen',
    ['morgen um 17 Uhr', 'Mama anzurufen'],
    ['morgen um 18 Uhr', 'Brot zu kaufen'],
  ],
  ['remind me to call Ada and to buy bread at 6pm tomorrow', ['at 6pm tomorrow', 'call Ada and to buy bread']],
  ['remind me every Monday and Friday at 8 to run', ['every Monday and Friday at 8', 'run']],
] as const)
  test(`given a chat, when “${said}” is said, then each time has its own reminder`, async () => {
    const { calls } = await chat().say(said);
    assert.deepEqual(
      calls,
      reminders.map(([schedule, say]) => ({ name: 'schedule_job', arguments: { schedule, say } })),
    );
  });

for (const said of [
  'remind me to call mum at 5pm tomorrow and to buy bread at 6pm',
  'remind me tomorrow at 5pm to call mum and at 6pm to buy bread',
  'remind me tomorrow to call mum and Ada on Monday',
  'erinnere mich morgen um 17 Uhr an Mama und um 18 Uhr ans Brot',
])
  test(`given a chat, when “${said}” is said, then nothing is set, and it is asked`, async () => {
    const { calls, text } = await chat().say(said);
    assert.deepEqual(calls, []);
    assert.match(text, /Nothing is set yet|Noch ist nichts gesetzt/);
  });
