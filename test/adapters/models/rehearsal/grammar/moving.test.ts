/** Reminders that are moved: which one, and to when. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolSpec } from '../../../../../src/domain/tools/tool.ts';
import { conversation } from '../rehearsal-play.ts';

const offer = (['list_jobs', 'update_job', 'cancel_job', 'schedule_job', 'memory_save'] as const).map(
  (name): ToolSpec => ({ name, description: name, parameters: { type: 'object' } }),
);
const plants =
  'water-the-plants (active): once, on Sun, 29 Nov 2026, 09:00 UTC, say “water the plants”; next Sun, 29 Nov 2026, 09:00 UTC';
const ada = 'call-ada (active): once, on Fri, 4 Dec 2026, 08:00 UTC, say “call Ada”; next Fri, 4 Dec 2026, 08:00 UTC';
const stretch =
  'stretch (active): every weekday at 08:00 (UTC), say “stretch”; next Mon, 30 Nov 2026, 08:00 UTC; last run done';

function chat(...jobs: readonly string[]) {
  return conversation({
    offer: () => offer,
    answer: name => ({
      text:
        name === 'list_jobs'
          ? jobs.join('\n') || 'There are no jobs.'
          : name === 'schedule_job'
            ? 'The job is set.\ncall-ada: once, on Fri, 4 Dec 2026, 08:00 UTC, say “call Ada”.'
            : 'The job is changed.',
    }),
  });
}

const moved = [
  ['move the reminder to 10', [plants], 'water-the-plants', '29 Nov 2026 at 10'],
  ['move it to half past ten', [plants], 'water-the-plants', '29 Nov 2026 half past ten'],
  ['push the reminder about the plants back to noon', [plants, ada], 'water-the-plants', '29 Nov 2026 noon'],
  ['postpone the Ada reminder to Monday', [plants, ada], 'call-ada', 'Monday at 08:00'],
  ['reschedule the job call-ada to tomorrow at 7:30', [plants, ada], 'call-ada', 'tomorrow at 7:30'],
  ['change the reminder to call Ada from 8 to 9 am', [plants, ada], 'call-ada', '4 Dec 2026 at 9 am'],
  ['move the stretch reminder to 9:15', [stretch], 'stretch', 'every weekday at 9:15'],
  ['move the stretch reminder to every Monday at 9', [stretch], 'stretch', 'every Monday at 9'],
  ['verschieb die Erinnerung auf 10 Uhr', [plants], 'water-the-plants', '29 Nov 2026 at 10'],
  ['verschieb sie auf halb elf', [plants], 'water-the-plants', '29 Nov 2026 halb elf'],
  ['verleg den Wecker von 9 auf 10:30', [plants], 'water-the-plants', '29 Nov 2026 at 10:30'],
  ['move the reminder to water the plants to 10', [plants, ada], 'water-the-plants', '29 Nov 2026 at 10'],
  ['verschieb die Erinnerung auf morgen um 7', [plants], 'water-the-plants', 'morgen um 7'],
] as const;

for (const [said, jobs, name, schedule] of moved)
  test(`given ${jobs.length} jobs, when “${said}” is said, then ${name} is moved to “${schedule}”`, async () => {
    const { calls } = await chat(...jobs).say(said);
    assert.deepEqual(calls.at(-1), { name: 'update_job', arguments: { name, schedule } });
  });

for (const [said, which, name] of [
  ['move the reminder to 10', 'the second', 'call-ada'],
  ['move the reminder to 10', 'the one about the plants', 'water-the-plants'],
  ['verschieb die Erinnerung auf 10', 'die zweite', 'call-ada'],
] as const)
  test(`given two reminders, when “${said}” is said and then “${which}”, then that one is moved`, async () => {
    const two = chat(plants, ada);
    const { text, calls } = await two.say(said);
    assert.match(text, /Nothing is moved yet|Noch ist nichts verschoben/);
    assert.deepEqual(
      calls.map(call => call.name),
      ['list_jobs'],
    );
    const { calls: next } = await two.say(which);
    assert.equal(next.at(-1)?.arguments['name'], name);
  });

test('given two reminders and the question which to cancel, when it is answered, then that one, both or none is', async () => {
  for (const [said, names] of [
    ['the second', ['call-ada']],
    ['die erste', ['water-the-plants']],
    ['both', ['water-the-plants', 'call-ada']],
    ['cancel the last', ['call-ada']],
    ['none', []],
  ] as const) {
    const two = chat(plants, ada);
    assert.match((await two.say('cancel it')).text, /Which one\?/);
    const { calls } = await two.say(said);
    const cancelled = calls.filter(({ name }) => name === 'cancel_job');
    assert.deepEqual(
      cancelled.map(call => call.arguments['name']),
      names,
      said,
    );
  }
});

for (const { all, yes, gone, which, language } of [
  {
    all: ['cancel all reminders', 'delete all of my reminders'],
    yes: 'yes',
    gone: ['cancel the reminder to buy milk', /No reminder or job is about “buy milk”/],
    which: 'cancel the reminder',
    language: 'English',
  },
  {
    all: ['sag alle Erinnerungen ab', 'lösche alle meine Erinnerungen'],
    yes: 'ja',
    gone: ['beende die Erinnerung an den Milchkauf', /Um „den Milchkauf“ geht es in keiner Erinnerung/],
    which: 'sag die Erinnerung ab',
    language: 'German',
  },
] as const) {
  const names = (calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[]) =>
    calls.filter(({ name }) => name === 'cancel_job').map(call => call.arguments['name']);

  test(`given two reminders and a command (${language}), when all reminders are cancelled, then they are once that is said again, and the command stays; a yes that comes late is asked for once more`, async () => {
    for (const words of all) {
      const several = chat(plants, ada, 'df-h (active): every day at 09:00 (UTC), run `df -h`; next Mon');
      const asked = await several.say(words);
      assert.deepEqual(names(asked.calls), []);
      assert.match(asked.text, /water-the-plants, call-ada/);
      await several.say('hi');
      const late = await several.say(yes);
      assert.deepEqual(names(late.calls), []);
      assert.match(late.text, /water-the-plants, call-ada/);
      assert.deepEqual(names((await several.say(yes)).calls), ['water-the-plants', 'call-ada']);
      assert.deepEqual(names((await several.say(yes)).calls), []);
    }
  });

  test(`given a reminder that is gone (${language}), when it is cancelled, then that is said, and no other is offered or cancelled by “it”`, async () => {
    const one = chat(plants);
    const { calls, text } = await one.say(gone[0]);
    assert.deepEqual(names(calls), []);
    assert.match(text, gone[1]);
    assert.doesNotMatch(text, /water-the-plants/);
    const it = await one.say(language === 'German' ? 'sag sie ab' : 'cancel it');
    assert.deepEqual(names(it.calls), []);
    assert.match(it.text, /water-the-plants/);
    assert.deepEqual(names((await one.say(yes)).calls), ['water-the-plants']);
  });

  test(`given the question which reminder to cancel (${language}), when a yes comes later, then it is asked again`, async () => {
    const two = chat(plants, ada);
    await two.say(which);
    await two.say('hi');
    const late = await two.say(yes);
    assert.deepEqual(names(late.calls), []);
    assert.match(late.text, /water-the-plants[\s\S]*call-ada/);
  });
}

test('given two reminders, when one was set just now and “it” is cancelled, then that one is', async () => {
  for (const [set, cancel] of [
    ['remind me on Friday at 8 to call Ada', 'cancel it'],
    ['erinnere mich am Freitag um 8 an den Anruf bei Ada', 'sag sie wieder ab'],
  ] as const) {
    const two = chat(plants, ada);
    await two.say(set);
    assert.deepEqual((await two.say(cancel)).calls, [{ name: 'cancel_job', arguments: { name: 'call-ada' } }]);
  }
});

test('given a reminder, when no time is said, or not what a repeated one shall become, then it asks and changes nothing', async () => {
  const once = chat(plants);
  assert.match((await once.say('postpone the reminder')).text, /To when\?/);
  assert.deepEqual((await once.say('to 10')).calls.at(-1)?.arguments, {
    name: 'water-the-plants',
    schedule: '29 Nov 2026 at 10',
  });
  const again = await chat(stretch).say('move the reminder to tomorrow');
  assert.match(again.text, /runs again and again/);
  assert.equal(
    again.calls.some(({ name }) => name === 'update_job'),
    false,
  );
  assert.match((await chat().say('move the reminder to 10')).text, /There are no jobs/);
});

for (const [said, facts] of [
  ['remember that I live in Graz and I like black coffee', ['I live in Graz', 'I like black coffee']],
  ['remember that I live in Graz and like black coffee', ['I live in Graz', 'I like black coffee']],
  ['remember that I like to eat fish and drink white wine', ['I like to eat fish and drink white wine']],
  ['remember that my wife and I live in Graz', ['my wife and I live in Graz']],
  ['remember that my dog is black and my cat is white', ['my dog is black', 'my cat is white']],
  ['remember: I like salt and pepper', ['I like salt and pepper']],
  ['merke dir: ich wohne in Graz und mag Kaffee', ['ich wohne in Graz', 'ich mag Kaffee']],
  ['merke dir: ich mag rote und blaue Autos', ['ich mag rote und blaue Autos']],
  ['my name is Jonas', ['my name is Jonas']],
  ['mein Name ist Jonas', ['mein Name ist Jonas']],
  ['My name is Ann. Remember that.', ['My name is Ann']],
] as const)
  test(`given “${said}”, when it is said, then it is remembered as ${facts.length === 1 ? 'one fact' : 'two facts'}`, async () => {
    const { calls } = await chat().say(said);
    assert.deepEqual(
      calls.map(call => call.arguments['content']),
      facts,
    );
  });
