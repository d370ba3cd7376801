/** What an owner reads, in a language that is none: what is ours stands in brackets, so what does not is English. */
import './pseudo.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pageTexts } from '../../inspector/page-files/page-texts.ts';
import { pageWords } from '../../inspector/page-files/page-words.ts';
import { readCommandLine } from '../../src/commands/arguments/command-line.ts';
import { commands } from '../../src/commands/arguments/forms.ts';
import { helpText } from '../../src/commands/arguments/help.ts';
import { sayIn } from '../../src/commands/say.ts';
import { ownWords } from '../../src/domain/text/texts.ts';
import { withAgent } from '../flows/rig/agent.ts';
import { englishLines } from '../flows/rig/english-lines.ts';
import { test as slowTest } from '../slow.ts';

/** Lines with English outside of brackets. */
function unbracketed(text: string): readonly string[] {
  let bare = text;
  while (/⟦[^⟦⟧]*⟧/.test(bare)) bare = bare.replace(/⟦[^⟦⟧]*⟧/g, '');
  return englishLines(bare);
}

/** Where words stand that are not Straylight's, or are kept as they were written. */
const others: readonly (readonly [RegExp, why: string])[] = [
  [/^(ask|\/chat): /, 'the demo model speaks English and German, as its owner writes'],
  [/pay the tax|take-out-the-bins|my sister/, 'words of the owner'],
  [/^audit list: /, 'the audit log is kept as it was written, in English'],
  [/^approvals deny \w+: Denied/, 'the reply of the demo model after it'],
];

suite('an owner who is spoken to in brackets', () => {
  test('given every command, when its help is asked for or it is written wrongly, then all of it is in brackets', () => {
    const say = sayIn({ language: 'xx' });
    assert.match(helpText(undefined, say), /⟦/);
    for (const { name } of commands()) assert.deepEqual(unbracketed(helpText(name, say)), [], name);
    assert.deepEqual(unbracketed(helpText(undefined, say)), []);
    for (const words of [
      'nonsense',
      'jobs add',
      'ask --nope x',
      'jobs lsit',
      'jobs show',
      'secret set a b',
      'init --yes=1',
    ]) {
      const line = readCommandLine(words.split(' '), say);
      assert.equal(line.kind, 'wrong', words);
      if (line.kind === 'wrong') assert.deepEqual(unbracketed(ownWords(line.problem, 'xx')), [], words);
    }
  });

  test('given the page, when it is made, then each of its texts is in brackets, and so is each of a card', () => {
    const strings = (value: unknown): readonly string[] =>
      typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(strings);
    const { ages, texts } = JSON.parse(pageWords('xx')) as { readonly ages: object; readonly texts: object };
    const said = [ages, texts, JSON.parse(pageTexts('xx'))].flatMap(strings);
    assert.ok(said.length > 900);
    assert.deepEqual(said.flatMap(unbracketed), []);
  });

  slowTest(
    'given an agent, when commands and a chat are used for a day, then what it says of its own is in brackets',
    () =>
      withAgent(
        {
          config: '[owner]\nlanguage = "xx"\n',
          env: { NODE_OPTIONS: `--conditions=development --import=${import.meta.resolve('./pseudo.ts')}` },
        },
        async agent => {
          const english: string[] = [];
          const silent: string[] = [];
          const note = (words: string, text: string) => {
            const lines = unbracketed(text).map(line => `${words}: ${line}`);
            english.push(...lines.filter(line => !others.some(([pattern]) => pattern.test(line))));
            if (!/⟦/.test(text)) silent.push(words);
          };
          const run = async (words: string) => {
            const { out, err } = await agent.straylight(...words.split(' '));
            note(words, `${out}\n${err}`);
          };
          for (const words of [
            'remember that my sister has her birthday on 4 May',
            'remind me tomorrow at 9 to take out the bins',
            'write a file notes.txt with: buy milk',
            'run rm -r notes.txt',
          ])
            await agent.ask(words);
          const { key } = (await agent.json('approvals')).value[0].card;
          for (const words of [
            ...['approvals', `approvals show ${key}`, `approvals deny ${key}`, `approvals show ${key}`],
            ...['jobs', 'tools', 'undo', 'sessions', 'memory', 'goals', 'tasks', 'secret', 'audit'].map(
              one => `${one} list`,
            ),
            ...[
              'models',
              'budget',
              'actors list',
              'actors show session:terminal:main',
              'approvals standing list',
              'status',
            ],
            ...['doctor', 'doctor --security', 'config check', 'sandbox show', 'undo show 1', 'audit verify'],
            ...['goals complete 99', 'jobs remove nope', 'memory show nope', 'tools show nope', 'sessions show nope'],
            ...['undo 99', 'jobs next nope'],
          ])
            await run(words);
          const typed = ['help', 'status', 'tasks', 'goals', 'trust', 'reset', 'jobs', 'undo', 'nonsense', 'budget'];
          const { out, err } = await agent.straylightWith(typed.map(name => `/${name}`).join('\n'), 'chat');
          note('/chat', `${out}\n${err}`);
          // what the steps of a turn brought; the reply is the demo model's
          const { messages } = (await agent.json('sessions', 'show', 'terminal:main')).value;
          const steps = messages.filter(
            ({ role }: { readonly role: string }) => role !== 'assistant' && role !== 'owner',
          );
          assert.ok(steps.length > 3, JSON.stringify(messages));
          note('sessions show', steps.map(({ text }: { readonly text: string }) => text).join('\n'));
          assert.deepEqual(english, []);
        },
      ),
  );
});
