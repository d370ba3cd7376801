import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { englishLines } from '../../../flows/rig/english-lines.ts';
import { inTerminal, noPty } from './pty.ts';

const program = fileURLToPath(new URL('./program.ts', import.meta.url));
const options = { skip: noPty, timeout: 20_000 };

function chat(t: TestContext) {
  const argv = [process.execPath, '--conditions=development', program, '0', '60000'];
  return inTerminal(t, { columns: 100, rows: 90 }, argv, { LANGUAGE_OF_OWNER: 'de' });
}

/** What the agent, the tools and the owner of the program say, in place of a German model. */
const quoted =
  /^(?:welcome|› .*|Run “.*|[•] .*|That needs your yes\.|Both need your yes\.|working on it|There\.|Approval? .*|.*it is not on the list of readers|· decided .*)$/;

test(
  'given an owner who is spoken to in German, when help, cards and answers are on the screen, then none of it is English',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('/help\r');
    await until(/Strg-R sucht[\s\S]*›$/);
    type(`\x1b[200~${'line\n'.repeat(12)}\x1b[201~`);
    await until(/› \[Einfügung 1: 12 Zeilen\]$/);
    type('\x15');
    await until(/›$/);
    type('\x12zzz');
    await until(/Suche: zzz\s+nichts gefunden/);
    type('\x07');
    await until(/›$/);
    type('/nichts\r');
    await until(/Unbekannter Befehl \/nichts\./);
    type('/approvals\r');
    await until(/Keine Freigabe ist offen\./);
    type('approve\r');
    await until(/a erlauben · i Info · w mit Grund ablehnen · d ablehnen; alles andere ist eine Nachricht/);
    type('w\r');
    await until(/den Grund für die Ablehnung eingeben; Enter geht zurück/);
    type('\r');
    await until(/Nichts wurde entschieden\./);
    type('a\r');
    await until(/Run a command: Erlaubt\./);
    type('medium\r');
    await until(/med: a erlauben/);
    type('a\r');
    await until(/med: zum Erlauben ja eingeben; n geht zurück/);
    type('ja\r');
    await until(/med: Erlaubt\. u nimmt es zurück, noch \d+ s lang/);
    type('u\r');
    await until(/Run a command: Zurückgenommen\. Nicht ausgeführt\./);
    type('slow\r');
    await until(/● Schreibt · \d+ s/);
    type('\x03');
    const text = await until(/· Abgebrochen\./);
    const ours = text.split('\n').filter(line => !quoted.test(line));
    assert.deepEqual(englishLines(ours.join('\n').replace(/It (?:runs once|does not run)\./g, '')), []);
  },
);
