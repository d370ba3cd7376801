import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { telegramTexts } from '../../src/adapters/channels/telegram/texts.ts';
import { commands } from '../../src/commands/arguments/forms.ts';
import { inWords } from '../../src/domain/text/catalog.ts';
import { modelTexts, texts } from '../../src/domain/text/texts.ts';
import { saidByPage } from '../inspector/page-files/said.ts';
import { root } from '../source-files.ts';
import { ownerTexts, type Place, review } from './texts.ts';

const sentencesOf = (table: object) =>
  Object.values(table)
    .filter(value => typeof value === 'string')
    .flatMap(text => text.split('\n'));

/** What is certain to be read, and where it has to be listed. */
const known: Readonly<Record<string, () => readonly string[]>> = {
  'Texts in English and German': () =>
    [texts('en'), texts('de'), modelTexts, telegramTexts.en, telegramTexts.de].flatMap(sentencesOf),
  'Command line and help': () => [
    ...commands().map(({ summary }) => inWords(summary, 'en')),
    ...commands().flatMap(({ forms }) => forms.map(({ help }) => inWords(help, 'en'))),
  ],
  'Model prompts': () => linesOf('config/prompts/honesty.md'),
  Settings: () => linesOf('config/config.example.toml'),
  Telegram: () => ['Telegram did not answer sendMessage in time'],
  Terminal: () => ['A terminal shows no files. Tell the owner where it lies: notes.txt'],
  Doctor: () => ['run "npm ci", then start with "npm start" or bin/straylight.js'],
  Page: () => ['Write to the agent'],
  'HTTP API': () => ['there is no such chart in this version'],
  'Rules and their reasons': () => ['It cannot be undone, so it needs approval each time.'],
};

/** Texts that are names, keys of a keyboard, headers or styles, and no words of a language. */
const nameless =
  /^(?:Bearer \{|translate\(|\(prefers-|allow-scripts|approval:|telegram:|shortcuts help|straylight ui|Straylight|Enter$|Esc$|Space$|Ctrl K$|taken back$)/;

describe('given the texts of Straylight', () => {
  let all: readonly Place[] = [];
  before(() => {
    all = ownerTexts();
  });

  for (const [name, expected] of Object.entries(known))
    test(`when those of “${name}” are listed, then what is known to stand there is in the list`, () => {
      const listed = all.find(place => place.name === name)?.texts.flatMap(({ text }) => text.split('\n')) ?? [];
      const patterns = listed.filter(line => /\p{L}{3}/u.test(line.replaceAll(/\{[^}]*\}/g, ''))).map(patternOf);
      assert.deepEqual(
        expected().filter(line => /\p{L}{3} /u.test(line) && !patterns.some(pattern => pattern.test(line))),
        [],
      );
    });

  test('when they are written for review, then each stands there with its file and line', () => {
    const lines = review(all).split('\n');
    for (const { texts: found } of all) {
      const [{ path, line } = { path: '', line: 0 }] = found;
      const after = lines.slice(lines.indexOf(`## ${path}`) + 1);
      assert.ok(after[0]?.startsWith(`${line}: `), path);
    }
  });

  test('when those in the modules of the page are looked for, then each is said by its table', () => {
    const keys = new Set(saidByPage().map(key => key.replaceAll(/\{\w+\}/g, '{}')));
    const page = all.find(({ name }) => name === 'Page');
    assert.ok(page && page.texts.length > 900);
    assert.deepEqual(
      page.texts
        .filter(({ path }) => path.endsWith('.js') && !path.includes('/stately/'))
        .filter(({ text }) => !nameless.test(text) && !keys.has(text.replaceAll(/\{\w+\}/g, '{}')))
        .map(({ path, line, text }) => `${path}:${line}: ${text}`),
      [],
    );
  });
});

/** A listed line; what is put in at run time stands for anything. */
function patternOf(line: string): RegExp {
  const parts = line.split(/\{(?:[^{}]|\{[^{}]*\})*\}/).map(part => RegExp.escape(part));
  return new RegExp(parts.length === 1 ? parts.join('') : `^${parts.join('.*')}$`, 'u');
}

/** The lines with words of a file without code. */
function linesOf(path: string): readonly string[] {
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .filter(line => /\p{L}{2,} \p{L}/u.test(line));
}
