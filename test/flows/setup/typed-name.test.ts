/** Commands that the program names where somebody reads along: as they can be copied there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTerminal, noPty } from '../../adapters/channels/terminal/pty.ts';
import { test } from '../../slow.ts';
import { environmentOf, withAgent } from '../rig/agent.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const options = { skip: noPty, timeout: 60_000 };

for (const [language, cases] of [
  [
    'en',
    [
      [['tasks', 'list'], /There are no tasks\. "(.+) tasks add TEXT" gives one/],
      [['goals', 'list'], /add one: (.+) goals add TEXT/],
      [['jobs', 'run', 'none'], /"([^"]+) jobs list" shows all/],
      [['nonsense'], /"([^"]+) --help" lists all commands/],
      [['approvals', 'approve'], /usage: (.+) approvals approve ID/],
      [['ui'], /start it with "(.+) start"/],
      [['sessions', '--help'], /Usage:\s+(.+) sessions list/],
      [['status'], /Not running; "(.+) start" starts it/],
      [['--help'], /Usage: (.+) COMMAND/],
    ],
  ],
  [
    'de',
    [
      [['tasks', 'list'], /Es gibt keine Aufgaben\. „([^„]+) tasks add TEXT“ gibt eine/],
      [['nonsense'], /„([^„]+) --help“ nennt alle Befehle/],
      [['approvals', 'approve'], /Aufruf: (.+) approvals approve ID/],
    ],
  ],
] as const)
  test(
    `given a checkout that is not on the path (${language}), when the program names a command in a terminal, then it can be copied`,
    options,
    t =>
      withAgent({ config: `[owner]\nlanguage = "${language}"\n` }, async agent => {
        await agent.ask('hello');
        for (const [words, said] of cases) {
          const command = [process.execPath, launcher, ...words];
          const shown = inTerminal(t, { columns: 200, rows: 24 }, command, environmentOf(agent.path));
          await shown.exit;
          const text = shown.screen.rows().join('\n');
          const [, program = ''] = said.exec(text) ?? [];
          assert.match(program, /straylight\.js$/, text);
          const { status, stdout } = spawnSync('sh', ['-c', `${program} --version`], { encoding: 'utf8' });
          assert.equal(status, 0, program);
          assert.match(stdout, /^\d+\.\d+\.\d+/);
        }
        const piped = await agent.straylight('tasks', 'list');
        assert.match(piped.out, /["„]straylight tasks add TEXT/, 'a script and a log are read elsewhere');
      }),
  );

test(
  'given words of the owner that name a command, when a terminal shows them, then they stay as they were said',
  options,
  t =>
    withAgent({}, async agent => {
      const said = 'remember that "straylight init" is what I type';
      const command = [process.execPath, launcher, 'ask', said];
      const shown = inTerminal(t, { columns: 200, rows: 24 }, command, environmentOf(agent.path));
      assert.equal(await shown.exit, 0);
      assert.match(shown.screen.rows().join('\n'), /Saved: “"straylight init" is what I type”/);
    }),
);
