/** The ways out of a chat, and what is said of what still runs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTerminal, noPty } from '../../adapters/channels/terminal/pty.ts';
import { test } from '../../slow.ts';
import { environmentOf, withAgent } from '../rig/agent.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));

for (const [word, language] of [
  ['exit\r', 'en'],
  ['quit\r', 'de'],
  ['/exit\r', 'en'],
  ['\u0004', 'de'],
] as const)
  test(
    `given an agent that was started with its chat (${language}), when ${JSON.stringify(word)} is typed, then it says what still runs, how to end it, and a command that can be copied`,
    {
      skip: noPty,
      timeout: 60_000,
    },
    t =>
      withAgent({ config: `[owner]\nlanguage = "${language}"\n` }, async agent => {
        await agent.ask('hello');
        const words = [process.execPath, launcher, 'start', '--port', '0'];
        const chat = inTerminal(t, { columns: 200, rows: 24 }, words, environmentOf(agent.path));
        await chat.until(language === 'de' ? /zweimal Strg-C beendet[^›]*›$/ : /Ctrl-C twice stops[^›]*›$/);
        chat.type(word);
        const said = await chat.until(/(?:again|wieder):\n {2}\S.* chat$/m);
        const [, program = ''] = /^ {2}(\S.*) chat$/m.exec(said) ?? [];
        const { status, stdout } = spawnSync('sh', ['-c', `${program} --version`], { encoding: 'utf8' });
        assert.equal(status, 0, program);
        assert.match(stdout, /^\d+\.\d+\.\d+/);
        assert.match(
          said,
          language === 'de' ? /läuft hier weiter\. Strg-C hält ihn an/ : /goes on here\. Ctrl-C stops it/,
        );
        chat.type('\u0003');
        assert.equal(await chat.exit, 0);
      }),
  );
