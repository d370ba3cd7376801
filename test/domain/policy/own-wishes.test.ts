import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWished } from '../../../src/domain/policy/own-wishes.ts';

test('given words that begin with an umlaut, when they ask for a change, then they are heard like others', () => {
  for (const said of ['Ändere das bitte', 'bitte ändern', 'change that', 'korrigiere das'])
    assert.ok(isWished('memory_update', ['id', 'content'], [said]), said);
});

test('given a word that only ends like a wish, when it is said, then nothing is asked for', () => {
  for (const said of ['verändert', 'exchanged', 'der Geländerbau', 'last_update', ''])
    assert.ok(!isWished('memory_update', [], [said]), said);
});

test('given a job that acts, when it is asked for, then words of the owner do not lift it', () => {
  assert.ok(isWished('schedule_job', ['name', 'say'], ['remind me at 9']));
  assert.ok(!isWished('schedule_job', ['name', 'command'], ['remind me at 9']));
});
