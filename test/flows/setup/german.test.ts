import assert from 'node:assert/strict';
import { commands } from '../../../src/commands/arguments/forms.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { englishLines } from '../rig/english-lines.ts';

test('given an owner who is spoken to in German, when a call waits and commands are typed, then card and answers are German', () =>
  withAgent({ config: '[owner]\nlanguage = "de"\n' }, async ({ ask, json, straylightWith }) => {
    await ask('run rm -r inbox');
    const [waiting] = (await json('approvals')).value;
    assert.equal(waiting.card.intent, '„rm -r inbox“ ausführen.');
    assert.ok(waiting.card.reasons.includes('Es löscht „inbox“ samt Inhalt.'), waiting.card.reasons.join());
    const { out, err } = await straylightWith(
      ['/tasks', '/goals', '/trust', '/reset', '/reset ja', '/session 9'].join('\n'),
      'chat',
    );
    assert.match(out, /^Es gibt keine Aufgaben\./m);
    assert.match(out, /^Es gibt keine Ziele\./m);
    assert.match(out, /^Hier zählt kein Text von außen/m);
    assert.match(out, /^Die Sandbox würde neu gemacht: /m);
    assert.match(out, /^(Die Sandbox wird zurückgesetzt|Befehle laufen direkt auf diesem Rechner)/m);
    assert.equal(err.trim(), 'straylight: Es gibt hier kein Gespräch 9; /sessions zeigt alle.');
  }));

test('given lines in German with English quotations, and English ones, when English is looked for, then the English ones are found', () => {
  const german = ['Gespeichert: „the keys are here“.', '„straylight jobs list“ zeigt alle', 'was in der Datei an ist'];
  assert.deepEqual(englishLines(german.join('\n')), []);
  const mixed = ['There are no jobs.', 'Stand  waits for you', 'Freigabe k3Qm9xTd  Run a command with it'];
  assert.deepEqual(englishLines(mixed.join('\n')), mixed);
});

test('given an owner who is spoken to in German, when the command line is used for a day, then it says nothing in English', () =>
  withAgent({ config: '[owner]\nlanguage = "de"\ntime_zone = "Europe/Berlin"\n' }, async agent => {
    const said: string[] = [];
    const run = async (...words: readonly string[]) => {
      const { out, err } = await agent.straylight(...words);
      for (const line of englishLines(`${out}\n${err}`)) said.push(`${words.join(' ')}: ${line}`);
      return out;
    };
    await run('ask', 'Merk dir, dass meine Schwester am 4. Mai Geburtstag hat');
    await run('ask', 'Erinnere mich morgen um 9 Uhr an den Müll');
    await run('ask', 'schreib eine Datei notizen.txt mit: Milch kaufen');
    const card = await run('ask', 'führe rm -r notizen.txt aus');
    const [, key = ''] = /^Freigabe (\w+)/m.exec(card) ?? [];
    assert.notEqual(key, '', card);
    assert.match(await run('ask', 'liste die Dateien'), /: 1 Eintrag$/m);
    await run('approvals');
    await run('approvals', 'deny', key);
    await run('approvals', 'show', key);
    await run('approvals');
    for (const list of ['jobs', 'tasks', 'goals', 'tools', 'undo', 'sessions', 'memory'])
      assert.notEqual(await run(list, 'list'), '', list);
    await run('tasks', 'add', 'hallo');
    await run('tasks', 'list');
    await run('goals', 'add', 'Steuer machen, fällig morgen um 9');
    await run('goals', 'list');
    await run('undo', 'list');
    await run('approvals', 'standing', 'list');
    for (const words of ['models', 'budget', 'actors list', 'actors show session:terminal:main', 'secret list'])
      await run(...words.split(' '));
    await run('actors', 'journal', 'session:terminal:main');
    await run('actors', 'replay', 'session:terminal:main');
    assert.match(await run('audit', 'verify'), /^Geprüft: \d+ Zeilen, keine geändert, /);
    await run('config', 'show');
    await run('config', 'check');
    await run('doctor', '--security');
    await run('ask', '/help');
    await run('ask', ' ');
    await run('secret', 'remove', 'nichts');
    await run('secret', 'set', 'NICHTS');
    await run('telegram');
    await run('logs', '--lines', '1', '--level', 'error');
    await run('models', 'prices');
    await run('tools', 'show', 'nichts');
    await run('doctor');
    await run('status');
    await run('memory', 'stats');
    await run('stop');
    const { out, err } = await agent.straylightWith(
      '/hilfe\n/status\n/sandbox\n/jobs\n/memory\n/undo\n/budget\n',
      'chat',
    );
    said.push(...englishLines(`${out}\n${err}`).map(line => `chat: ${line}`));
    assert.match(out, /\/approvals, \/audit, \/budget, /);
    assert.deepEqual(said, []);
  }));

/** Commands that name something that is not there, and how each answers. */
const absent: readonly (readonly [RegExp, ...string[]])[] = [
  [/es gibt keine Erinnerung m99;/, 'memory', 'show', 'm99'],
  [/es gibt keine Erinnerung m99;/, 'memory', 'forget', 'm99', '--yes'],
  [/es gibt keine Erinnerung m99;/, 'memory', 'forget', 'm99'],
  [/es gibt nichts zurückzunehmen;/, 'memory', 'undo', '--yes'],
  [/es gibt keinen Job „muell“;/, 'jobs', 'show', 'muell'],
  [/es gibt keinen Job „tee“;/, 'jobs', 'remove', 'tee'],
  [/es gibt kein Werkzeug „nichts“;/, 'tools', 'show', 'nichts'],
  [/es gibt kein Ziel 99;/, 'goals', 'complete', '99'],
  [/es gibt keine Aufgabe 99;/, 'tasks', 'show', '99'],
  [/es gibt keinen Akteur „job:tee“;/, 'actors', 'show', 'job:tee'],
  [/es gibt kein Geheimnis nichts;/, 'secret', 'remove', 'nichts'],
  [/es gibt kein Gespräch nie;/, 'sessions', 'show', 'nie'],
  [/es gibt kein Gespräch nie;/, 'models', 'use', 'rehearsal', '--conversation', 'nie'],
  [/als choice wird „retry“ oder .* erwartet, nicht „y“/, 'actors', 'answer', 'x', 'y'],
  [/erwartet wird die Kennung einer Freigabe, nicht „!“;/, 'approvals', 'show', '!'],
  [/kein Konto 4711 hat geschrieben, während/, 'telegram', 'allow', '4711'],
  [/Straylight läuft nicht; „straylight start“ startet es/, 'ui', '--no-open'],
  [/es gibt keine Freigabe k3Qm9xTd;/, 'approvals', 'show', 'k3Qm9xTd'],
];

test('given an owner who is spoken to in German, when a home is made, examined and a command is mistyped, then nothing of it is in English', () =>
  withAgent({ config: '[owner]\nlanguage = "de"\n' }, async agent => {
    const said: string[] = [];
    const run = async (wanted: number, ...words: readonly string[]) => {
      const { out, err, code } = await agent.straylight(...words);
      assert.equal(code, wanted, `${words.join(' ')}: ${out}${err}`);
      for (const line of englishLines(`${out}\n${err}`)) said.push(`${words.join(' ')}: ${line}`);
      return `${out}${err}`;
    };
    assert.match(await run(0, 'init'), /^Ordner: /);
    assert.match(await run(0, 'help'), /^Aufruf: straylight BEFEHL/m);
    for (const { name } of commands()) await run(0, 'help', name);
    await run(2, 'statsu');
    await run(2, 'jobs', 'lst');
    await run(2, 'approvals', 'approve');
    await run(2, 'memory', 'list', '--nonsense');
    await run(2, 'logs', '--lines', 'x');
    for (const [wanted, ...words] of absent) assert.match(await run(1, ...words), wanted, words.join(' '));
    await run(1, 'reset');
    assert.match(
      (await agent.straylight('doctor')).out,
      /^(?:Nichts ist|\d+ von \d+ Prüfungen sind) fehlgeschlagen\.$/m,
    );
    assert.deepEqual(said, []);
  }));
