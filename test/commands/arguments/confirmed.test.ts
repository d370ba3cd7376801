/** Whatever destroys or takes back something asks alike: a table of every form whose name sounds like that. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommandLine } from '../../../src/commands/arguments/command-line.ts';
import { isConfirmed, preview, sayPreview } from '../../../src/commands/arguments/confirmed.ts';
import { commands } from '../../../src/commands/arguments/forms.ts';
import { lookOf } from '../../../src/commands/view.ts';
import { fakeAgent, fakeIo } from '../fake-agent.ts';

const soundsLikeAnEnd =
  /\b(remove|forget|reset|revert|undo|rewind|restart|stop|delete|drop|cancel|revoke|replace|reject|deny|disable|import|release|quarantine)\b/;

/** What sounds like it and asks for nothing, with the reason. */
const asksNothing: Readonly<Record<string, string>> = {
  stop: 'what was under way goes on at the next start',
  'approvals deny': 'it is the answer to a question',
  'approvals undo': 'a yes is taken back before anything ran',
  'approvals standing revoke': 'less is allowed than before, and it can be allowed again',
  'actors quarantine': 'release takes it back',
  'actors release': 'quarantine takes it back',
  'tasks cancel': 'what it did stays, and it can be given again',
  'goals drop': 'reopen takes it back',
  'context undo': 'the messages are there again, and can be summarised again',
  'personality reset': 'it changes how replies sound, and can be chosen again',
  'orders revoke': 'the same words, said once more, are the order again',
  'jobs disable': 'enable takes it back',
  'telegram remove': 'less is allowed than before, and it can be paired again',
  'tools disable': 'enable takes it back',
  'processes stop': 'the agent can start it again',
  'workers stop': 'what it has done was in no folder',
  'workers reject': 'what it has done was in no folder',
  'skills disable': 'enable takes it back',
  'memory reject': 'it is the answer to a question',
  'mcp import': 'nothing is replaced, and what it sets up can be removed',
  'undo list': 'it looks',
  'undo show': 'it looks',
};

/** Those that ask for a word, since it says how much is lost. */
const asksForAWord = ['memory import', 'memory forget'];

test('given every command, when its name sounds like an end, then it asks for --yes, for a word, or has a reason not to', () => {
  const forms = commands()
    .flatMap(({ forms }) => forms)
    .filter(({ words }) => soundsLikeAnEnd.test(words));
  const asking = forms.filter(({ options = {} }) => Object.hasOwn(options, 'yes')).map(({ words }) => words);
  assert.deepEqual(
    forms
      .map(({ words }) => words)
      .filter(words => !asking.includes(words) && !asksForAWord.includes(words))
      .toSorted(),
    Object.keys(asksNothing).toSorted(),
  );
  const losing = [
    ...['actors restart', 'actors rewind', 'actors stop', 'jobs remove', 'mcp remove', 'memory forget'],
    ...['memory undo', 'reset', 'secret remove', 'skills remove', 'tools revert', 'undo apply'],
  ];
  assert.deepEqual(
    losing.filter(words => !asking.includes(words)),
    [],
  );
  for (const { words, options } of forms.filter(({ words }) => asksForAWord.includes(words)))
    assert.ok(Object.hasOwn(options ?? {}, 'confirm'), words);
});

test('given a command that destroys something, when it is typed without --yes, then it says what it would do, as JSON too', () => {
  const run = (text: string) => {
    const line = readCommandLine(text.split(' '));
    const io = fakeIo();
    const isDone = line.kind === 'run' && isConfirmed(line);
    if (line.kind === 'run' && !isDone) assert.equal(sayPreview(line, io), 1);
    return { isDone, said: io.output() };
  };
  assert.deepEqual(run('jobs remove water'), {
    isDone: false,
    said: 'The job water would be removed, and never run again.\nNothing was done. To continue, add --yes.',
  });
  const { isDone, said } = run('secret remove ci/token --json');
  assert.equal(isDone, false);
  assert.deepEqual(JSON.parse(said), {
    done: false,
    will: ['The secret ci/token would be deleted; its value could not be had back from here.'],
    confirm: '--yes',
  });
  for (const text of ['jobs remove water --yes', 'memory forget --all', 'memory list', 'jobs disable water'])
    assert.equal(run(text).isDone, true, text);
});

test('given a command that would destroy what is not there, when it is typed without --yes, then it is refused, and nothing else is said', async () => {
  const agent = {
    ...fakeAgent(),
    jobs: { ...fakeAgent().jobs, show: async () => undefined },
    memory: { ...fakeAgent().memory, show: async () => undefined },
    tools: { ...fakeAgent().tools, show: async () => undefined },
  };
  for (const [text, input] of [
    ['jobs remove water', { name: 'water' }],
    ['memory forget memory:8c66', { id: 'memory:8c66' }],
    ['tools revert water', { name: 'water' }],
  ] as const) {
    const line = readCommandLine(text.split(' '));
    const io = fakeIo();
    assert.ok(line.kind === 'run' && !isConfirmed(line));
    await assert.rejects(
      preview(line, { agent, io, input, look: lookOf({ io, json: false, now: () => 0 }) }),
      /there is no (?:job|memory|tool) .*(?:water|8c66)/,
    );
    assert.equal(io.output(), '');
  }
});
