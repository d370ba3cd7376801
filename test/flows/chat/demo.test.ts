/** The ways back to the demo model, in a chat and by init; and init beside an agent that runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { homePaths } from '../../../config/home.ts';
import { inTerminal, noPty } from '../../adapters/channels/terminal/pty.ts';
import { openaiPeer } from '../../peers/openai.ts';
import { test } from '../../slow.ts';
import { environmentOf, type TestAgent, withAgent } from '../rig/agent.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const inPty = (t: Parameters<typeof inTerminal>[0], { path }: TestAgent, ...words: readonly string[]) =>
  inTerminal(t, { columns: 100, rows: 40 }, [process.execPath, launcher, ...words], environmentOf(path));

for (const [name, language] of [
  ['demo', 'en'],
  ['the demo model', 'en'],
  ['Demo-Modell', 'de'],
  ['rehearsal', 'de'],
] as const)
  test(`given a chat with another model (${language}), when /model ${name} is typed, then the demo model answers from then on`, async () => {
    const peer = await openaiPeer({ models: ['tiny'] });
    const config = `[owner]\nlanguage = "${language}"\n[models]\ndefault = "llamacpp/tiny"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n`;
    try {
      await withAgent({ config }, async agent => {
        const { out, err } = await agent.straylightWith(`/model ${name}\nremember that tea is in the tin\n`, 'chat');
        assert.match(out, /rehearsal\/rehearsal/, err);
        assert.match(out, language === 'de' ? /Gemerkt|Gespeichert|tin/ : /Saved: /, err);
        assert.equal(peer.requests.length, 0);
      });
    } finally {
      await peer.close();
    }
  });

test(
  'given a home with a model, when init is asked for the demo model, then it answers instead, and all else stands',
  {
    skip: noPty,
    timeout: 60_000,
  },
  t =>
    withAgent(
      { config: '[models]\nkeep_trying = "1h"\ndefault = "llamacpp/gone" # mine\n[models.providers.llamacpp]\n' },
      async agent => {
        const { configFile } = homePaths(agent.path);
        const before = readFileSync(configFile, 'utf8');
        const init = inPty(t, agent, 'init');
        await init.until(/as config\.toml says[\s\S]*Keep it\?/);
        init.type('\x1b[B\r');
        await init.until(/Which model should answer\?[\s\S]*Not now/);
        init.type('\x1b[A');
        await init.until(/● Not now/);
        init.type('\x1b[A');
        await init.until(/● The demo model/);
        init.type('\r');
        await init.until(/Model: rehearsal\/rehearsal/);
        init.type('\u0003');
        await init.exit;
        assert.equal(
          readFileSync(configFile, 'utf8'),
          before.replace('default = "llamacpp/gone" # mine', 'default = "rehearsal/rehearsal"'),
        );
        assert.match(await agent.ask('remember that tea is in the tin'), /Saved: /);
      },
    ),
);

for (const [language, said] of [
  ['en', /Straylight is running with this home \(process \d+\)[\s\S]*straylight(?:\.js)? stop/],
  ['de', /Straylight läuft mit diesem Datenordner \(Prozess \d+\)[\s\S]*straylight(?:\.js)? stop/],
] as const)
  test(
    `given an agent that runs (${language}), when init begins beside it, then it says so before any question, and how to stop it`,
    {
      skip: noPty,
      timeout: 60_000,
    },
    t =>
      withAgent({ config: `[owner]\nlanguage = "${language}"\n` }, async agent => {
        const { configFile } = homePaths(agent.path);
        const before = readFileSync(configFile, 'utf8');
        const running = await agent.start();
        await running.say('session:web:main', 'hello');
        const init = inPty(t, agent, 'init');
        assert.equal(await init.exit, 1);
        assert.match(init.screen.rows().join(' ').replace(/ +/g, ' '), said);
        assert.doesNotMatch(init.written(), /Which model/);
        const flags = await agent.straylight('init', '--model', 'rehearsal/rehearsal');
        assert.equal(flags.code, 1);
        assert.match(flags.err, said);
        assert.equal(readFileSync(configFile, 'utf8'), before);
        await running.stop();
        assert.equal((await agent.straylight('init', '--model', 'rehearsal/rehearsal')).code, 0);
      }),
  );
