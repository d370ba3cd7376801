import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alikeLines } from '../../../src/domain/approvals/alike.ts';
import { requestedText } from '../../../src/domain/approvals/card-lines.ts';
import { cardTexts } from '../../../src/domain/approvals/card-texts.ts';

test('given lines of which two read alike, when they are looked at, then both are found, whatever blanks they have', () => {
  assert.deepEqual(alikeLines(['Run “date”.', 'Run “ls”.', ' Run  “date”.']), [true, false, true]);
});

test('given a card, when its age is said, then only once it is a minute, in the owner’s language', () => {
  const asked = (now: number, language: 'en' | 'de') =>
    requestedText({ requestedAt: 0 }, cardTexts[language].card, now, language);
  assert.equal(asked(59_000, 'en'), '');
  assert.equal(asked(181_000, 'en'), 'requested 3 minutes ago');
  assert.equal(asked(181_000, 'de'), 'angefragt vor 3 Minuten');
  assert.equal(requestedText({}, cardTexts.en.card, 181_000, 'en'), '');
});
