import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteForOwner } from '../../../src/domain/text/owner-notes.ts';
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
  const reasons = [
    'curl accesses the network directly; use web_fetch or web_request.',
    'sudo runs something as another user, or as root.',
  ];
  assert.equal(
    noteForOwner(modelTexts.refused(reasons.slice(0, 1)), 'de'),
    'Nicht erlaubt: curl geht selbst ins Netz; dafür sind web_fetch und web_request da. Nicht ausgeführt.',
  );
  assert.doesNotMatch(noteForOwner(modelTexts.refused(reasons.slice(1)), 'de'), /runs|another/);
  assert.match(noteForOwner(modelTexts.refused(reasons.slice(0, 1)), 'en'), /^Not allowed: curl accesses/);
});
