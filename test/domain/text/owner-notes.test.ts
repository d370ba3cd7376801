import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeCommand } from '../../../src/domain/policy/policy.ts';
import { inEnglish, says } from '../../../src/domain/policy/sentence.ts';
import { noteForOwner, noteTo } from '../../../src/domain/text/owner-notes.ts';
import { modelTexts } from '../../../src/domain/text/texts.ts';

const notes = [
  modelTexts.waiting('execute_command'),
  modelTexts.denied(undefined),
  modelTexts.denied('freitags nie'),
  modelTexts.deniedBefore(undefined),
  modelTexts.deniedBefore('freitags nie'),
  modelTexts.unrevised('y'),
  modelTexts.takenBack,
  modelTexts.expired,
  modelTexts.lapsed,
  ...Object.values(modelTexts.unredeemed),
  modelTexts.undelivered,
  modelTexts.cancelled,
  modelTexts.restarted([]),
  modelTexts.restarted(['x']),
  modelTexts.rewound([]),
  modelTexts.rewound(['x']),
  modelTexts.unknown('x'),
  modelTexts.refused(['a', 'b']),
  modelTexts.late('web_request', 'done', 'POST api.example.com.'),
];

test('given each note on how a call ended, when its owner reads it, then it speaks to him and orders nobody', () => {
  for (const note of notes) {
    const [en, de] = [noteForOwner(note, 'en'), noteForOwner(note, 'de')];
    assert.notEqual(en, note);
    assert.notEqual(de, en);
    assert.doesNotMatch(en, /the owner|tell|do not|go on/i);
    assert.doesNotMatch(de, /\b(?:the|this|not)\b/i);
  }
});

test('given an act that a crash cut off, when a German owner reads it, then no word of the crash is English', () => {
  const said = says`Straylight died while ${'execution'} was under way; it may or may not have happened`;
  const note = noteTo('de', { kind: 'unknown', value: inEnglish(said), said });
  assert.match(note, /Straylight wurde beendet, während das lief/);
  assert.doesNotMatch(note, /died|happened/);
});

test('given a note with a value, when its owner reads it, then the value stands in it as it is', () => {
  const denied = noteForOwner(modelTexts.denied('{more} $& not\non a Friday'), 'en');
  assert.equal(denied, 'You denied this: {more} $& not\non a Friday. Not run.');
  const done = modelTexts.late('web_request', 'done', 'POST to api.example.com.');
  assert.equal(noteForOwner(done, 'de'), 'Erledigt: POST to api.example.com.');
});

test('given what a tool answered, when its owner reads it, then it is as it is', () => {
  for (const text of ['', 'The owner of this file is root.', `${modelTexts.expired} more`, 'Not run yet: x'])
    assert.equal(noteForOwner(text, 'de'), text);
});

test('given a call that a rule refused, when a German owner reads why, then the rule speaks German too', () => {
  const { reasons } = judgeCommand('sudo curl x');
  assert.deepEqual(reasons.map(inEnglish), [
    'sudo runs something as another user, or as root.',
    'curl accesses the network directly; use web_fetch or web_request.',
  ]);
  assert.equal(
    noteTo('de', { kind: 'refused', reasons: reasons.slice(1) }),
    'Nicht erlaubt: curl geht selbst ins Netz; dafür sind web_fetch und web_request da. Nicht ausgeführt.',
  );
  assert.doesNotMatch(noteTo('de', { kind: 'refused', reasons }), /runs|another/);
  assert.equal(
    noteTo('en', { kind: 'refused', reasons }),
    noteForOwner(modelTexts.refused(reasons.map(inEnglish)), 'en'),
  );
});
