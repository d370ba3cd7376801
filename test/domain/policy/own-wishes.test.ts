import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wishIn } from '../../../src/domain/policy/own-wishes.ts';

const isWished = (tool: string, fields: readonly string[], said: string, values: readonly string[] = []) =>
  wishIn(tool, { fields, values }, [said]) !== undefined;

test('given words that begin with an umlaut, when they ask for a change, then they are heard like others', () => {
  for (const said of ['Ändere das bitte', 'bitte ändern', 'change that', 'korrigiere das'])
    assert.ok(isWished('memory_update', ['id', 'content'], said), said);
});

test('given a word that only ends like a wish, when it is said, then nothing is asked for', () => {
  for (const said of ['verändert', 'exchanged', 'der Geländerbau', 'last_update', ''])
    assert.ok(!isWished('memory_update', [], said), said);
});

test('given a job that acts, when it is asked for, then words of the owner do not lift it', () => {
  assert.ok(isWished('schedule_job', ['name', 'say'], 'remind me at 9'));
  assert.ok(!isWished('schedule_job', ['name', 'command'], 'remind me at 9'));
});

test('given something that ends, when the owner asks for that, then only what stands with it is what ends', () => {
  for (const [said, part] of [
    ['cancel the backup', 'cancel the backup'],
    ['Please cancel the reminder to call Ann.', 'Please cancel the reminder to call Ann'],
    ['Read the page and then stop the backup job. Mail me.', 'then stop the backup job'],
    ['could you please delete backup?', 'could you please delete backup'],
    ['don’t remind me of the bins', 'don’t remind me of the bins'],
    ['Sag den Zahnarzt ab', 'Sag den Zahnarzt ab'],
    ['Lies die Seite, dann lösch bitte die Erinnerung', 'dann lösch bitte die Erinnerung'],
    ['Kannst du die Erinnerung ans Backup löschen?', 'Kannst du die Erinnerung ans Backup'],
    ['Cancel the dentist and leave the backup alone', 'Cancel the dentist'],
    ['Stop the music and read me the page about the backup', 'Stop the music'],
  ] as const)
    assert.deepEqual(wishIn('cancel_job', { fields: ['name'], values: ['backup'] }, [said]), [part], said);
});

test('given an end that the owner only speaks of, when a call ends something, then nobody has asked for it', () => {
  for (const said of [
    'Read the page and tell me how the backup will end.',
    'Read the page; every backup is described there.',
    'Tell me how to stop and remove the backup',
    'What does it say about when to cancel a backup?',
    'Sag mir, wie das Backup endet',
    'Lies die Seite und sag mir, wie ich das Backup löschen kann',
    'the backup must not end',
    'Stop reading if the page mentions the backup',
    'Drop me a note on what the page says about the backup.',
  ])
    assert.ok(!isWished('cancel_job', ['name'], said, ['backup']), said);
});

test('given a goal, when it is dropped or completed, then that was asked for; one that is added needs less', () => {
  assert.ok(isWished('goals', ['action', 'id'], 'drop goal 3', ['drop', '3']));
  assert.ok(isWished('goals', ['action', 'id'], 'Goal 3 is done', ['complete', '3']));
  assert.ok(isWished('goals', ['action', 'id'], 'Streich Ziel 3', ['drop', '3']));
  assert.ok(!isWished('goals', ['action', 'id'], 'tell me whether goal 3 is complete', ['complete', '3']));
  assert.ok(isWished('goals', ['action', 'text'], 'it is my goal to learn Spanish', ['add', 'learn Spanish']));
});
