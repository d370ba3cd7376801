/** A new home speaks the language of the system it is made on. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languageOf } from '../../../config/language.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

test('given an environment, when its language is asked for, then what it says first counts', () => {
  assert.equal(languageOf({ LANG: 'de_AT.UTF-8' }), 'de');
  assert.equal(languageOf({ LANG: 'de' }), 'de');
  assert.equal(languageOf({ LANG: 'de_DE.UTF-8', LC_ALL: 'C.UTF-8' }), 'en');
  assert.equal(languageOf({ LANG: 'en_GB.UTF-8', LC_MESSAGES: 'de_DE' }), 'de');
  assert.equal(languageOf({ LANG: 'den' }), 'en');
  assert.equal(languageOf({}), 'en');
});

for (const [lang, setting, said] of [
  ['de_DE.UTF-8', /^language = "de"$/m, /^ {2}angelegt {2}config\.toml$/m],
  ['en_US.UTF-8', /^#language = "en"$/m, /^ {2}created {2}config\.toml$/m],
] as const)
  test(`given LANG=${lang}, when a home is made, then it is spoken of in that language, and the settings keep it`, () =>
    withAgent({}, async agent => {
      await agent.ask('hello');
      const folder = mkdtempSync(join(tmpdir(), 'straylight-language-'));
      const home = join(folder, 'home');
      try {
        const { code, out, err } = await agent.launch(['init', '--home', home], { LANG: lang }).ended;
        assert.equal(code, 0, err);
        assert.match(out, said);
        assert.match(readFileSync(join(home, 'config.toml'), 'utf8'), setting);
        // a service has no language of its own
        const later = await agent.launch(['status', '--home', home], { LANG: 'C' }).ended;
        assert.match(later.out, lang.startsWith('de') ? /Läuft nicht/ : /Not running/);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }));
