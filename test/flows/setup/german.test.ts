import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAgent } from '../rig/agent.ts';

test('given an owner who is spoken to in German, when a call waits and commands are typed, then card and answers are German', () =>
  withAgent({ config: '[owner]\nlanguage = "de"\n' }, async ({ ask, json, straylightWith }) => {
    await ask('run rm -r inbox');
    const [waiting] = (await json('approvals')).value;
    assert.equal(waiting.card.intent, '„rm -r inbox“ ausführen.');
    assert.ok(waiting.card.reasons.includes('Es löscht „inbox“ samt Inhalt.'), waiting.card.reasons.join());
    const { out, err } = await straylightWith(
      ['/tasks', '/goals', '/trust', '/reset', '/session 9'].join('\n'),
      'chat',
    );
    assert.match(out, /^Es gibt keine Aufgaben\./m);
    assert.match(out, /^Es gibt keine Ziele\./m);
    assert.match(out, /^Hier zählt kein Text von außen/m);
    assert.match(out, /^(Die Sandbox wird zurückgesetzt|Befehle laufen direkt auf diesem Rechner)/m);
    assert.equal(err.trim(), 'straylight: Es gibt hier kein Gespräch 9, nur das Gespräch 1.');
  }));
