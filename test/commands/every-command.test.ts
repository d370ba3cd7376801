/**
 * Every command, run as it is typed with `--json`: what it answers is JSON, alone, on standard output; what goes wrong
 * stands on standard error; and the exit code is 0 (done), 1 (not done, or not found well) or 2 (wrong usage).
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, type Form } from '../../src/commands/arguments/forms.ts';
import { type TestAgent, withAgent } from '../flows/rig/agent.ts';
import { test } from '../slow.ts';

const forms: readonly Form[] = commands().flatMap(command => command.forms);

/** Commands without `--json`, each with its reason. */
const withoutJson: Readonly<Record<string, string>> = {
  help: 'it is read by people',
  init: 'it makes, and says what it made',
  start: 'it runs until it is stopped',
  chat: 'it is a conversation',
  'config edit': 'it opens an editor',
  redact: 'it copies text, or rows with --jsonl',
  'completion bash': 'it is a script',
  'completion zsh': 'it is a script',
  'completion fish': 'it is a script',
};

/** One JSON document a line. */
const inLines = new Set(['logs', 'audit export']);

/** Left to the end, or to other tests, since they end what the others ask. */
const notRun: Readonly<Record<string, string>> = { stop: 'run last' };

/** What follows the words, and the exit code where that is not 0. What is not there is a 1, and says so. */
const typed: Readonly<Record<string, { readonly words?: readonly string[]; readonly code?: number }>> = {
  ask: { words: ['hello'] },
  'sessions show': { words: ['terminal:main'] },
  'sessions search': { words: ['hello'] },
  'sessions trust': { words: ['terminal:main'] },
  'approvals show': { words: ['none'], code: 1 },
  'approvals approve': { words: ['none'], code: 1 },
  'approvals deny': { words: ['none'], code: 1 },
  'approvals undo': { words: ['none'], code: 1 },
  'approvals standing add': { words: ['--approval', 'none', '--for', '1d'], code: 1 },
  'approvals standing revoke': { words: ['none'], code: 1 },
  'undo show': { words: ['1'], code: 1 },
  'undo apply': { words: ['1'], code: 1 },
  'agents list': {},
  'agents of': { words: ['terminal:main'] },
  'agents assign': { words: ['terminal:main', 'none'], code: 1 },
  'agents unassign': { words: ['terminal:main'], code: 1 },
  'peers token': { words: ['none'], code: 1 },
  'prompts say': { words: ['none:none'], code: 1 },
  'plans edit': { words: ['none'], code: 1 },
  'context watched': { words: ['terminal:main'] },
  'context unwatch': { words: ['terminal:main', '9'], code: 1 },
  'outcomes list': {},
  'plans list': {},
  'workers list': {},
  'workers show': { words: ['9'], code: 1 },
  'workers stop': { words: ['9'], code: 1 },
  'workers accept': { words: ['9'], code: 1 },
  'workers reject': { words: ['9'], code: 1 },
  'mcp show': { words: ['none'], code: 1 },
  'mcp add': { words: ['none'], code: 1 },
  'mcp import': { words: ['none.json'], code: 1 },
  'mcp test': { words: ['none'], code: 1 },
  'mcp login': { words: ['none'], code: 1 },
  'mcp serve': { words: ['--http'] },
  'mcp accept': { words: ['none'], code: 1 },
  'mcp allow': { words: ['none__tool'], code: 1 },
  'mcp ask': { words: ['none__tool'], code: 1 },
  'mcp forbid': { words: ['none__tool'], code: 1 },
  'mcp answer': { words: ['9 yes'], code: 1 },
  'mcp remove': { words: ['none'], code: 1 },
  'memory show': { words: ['none'], code: 1 },
  'memory search': { words: ['tea'] },
  'memory accept': { words: ['none'], code: 1 },
  'memory reject': { words: ['none'], code: 1 },
  'memory both': { words: ['none'], code: 1 },
  'memory undo': { code: 1 },
  'memory forget': { words: ['none'], code: 1 },
  'memory import': { words: ['none.jsonl'], code: 1 },
  'tools show': { words: ['none'], code: 1 },
  'tools source': { words: ['none'], code: 1 },
  'tools enable': { words: ['none'], code: 1 },
  'tools disable': { words: ['none'], code: 1 },
  'tools revert': { words: ['none'], code: 1 },
  'jobs show': { words: ['none'], code: 1 },
  'jobs next': { words: ['none'], code: 1 },
  'jobs history': { words: ['none'], code: 1 },
  'jobs add': { words: ['later', '0 8 * * *', '--say', 'hi'] },
  'jobs template': { words: ['none'], code: 1 },
  'jobs change': { words: ['none', '--say', 'hi'], code: 1 },
  'jobs run': { words: ['none'], code: 1 },
  'jobs enable': { words: ['none'], code: 1 },
  'jobs disable': { words: ['none'], code: 1 },
  'jobs remove': { words: ['none'], code: 1 },
  'tasks show': { words: ['9'], code: 1 },
  'tasks add': { words: ['say hello'] },
  'tasks cancel': { words: ['9'], code: 1 },
  'goals add': { words: ['learn Dutch'] },
  'goals check': { words: ['9'], code: 1 },
  'goals complete': { words: ['9'], code: 1 },
  'goals drop': { words: ['9'], code: 1 },
  'goals reopen': { words: ['9'], code: 1 },
  'orders revoke': { words: ['9'], code: 1 },
  'personality show': { words: [] },
  'personality set': { words: ['warmth', '0.7'] },
  'personality preset': { words: ['chill'] },
  'personality reset': { words: [] },
  'context show': { words: ['terminal:main'] },
  'context requests': { words: ['terminal:main'] },
  'context request': { words: ['terminal:main', '1'], code: 1 },
  'context profile': { words: ['terminal:main', 'coding'] },
  'context compact': { words: ['terminal:main'], code: 1 },
  'context undo': { words: ['terminal:main'], code: 1 },
  'connections refuse': { words: ['9'], code: 1 },
  'processes log': { words: ['9'], code: 1 },
  'processes stop': { words: ['9'], code: 1 },
  'hooks trust': { words: ['none'], code: 1 },
  'hooks distrust': { words: ['none'], code: 1 },
  'skills show': { words: ['none'], code: 1 },
  'skills add': { words: ['/none'], code: 1 },
  'skills enable': { words: ['none'], code: 1 },
  'skills disable': { words: ['none'], code: 1 },
  'skills remove': { words: ['none'], code: 1 },
  'skills lint': { words: ['none'], code: 1 },
  'skills test': { words: ['none'], code: 1 },
  'skills new': { words: ['a-skill'] },
  'models retry': { words: ['rehearsal/rehearsal'] },
  'models use': { words: ['rehearsal/rehearsal', '--conversation', 'terminal:main'] },
  'secret set': { words: ['a-secret', '--host', 'example.com'] },
  'secret remove': { words: ['a-secret'], code: 1 },
  'actors show': { words: ['supervisor'] },
  'actors journal': { words: ['supervisor'] },
  'actors snapshot': { words: ['supervisor'] },
  'actors export': { words: ['supervisor'] },
  'actors suspend': { words: ['none'], code: 1 },
  'actors resume': { words: ['none'], code: 1 },
  'actors retry': { words: ['none'], code: 1 },
  'actors restart': { words: ['none'], code: 1 },
  'actors rewind': { words: ['none', '--to', '1'], code: 1 },
  'actors stop': { words: ['none'], code: 1 },
  'actors quarantine': { words: ['none'], code: 1 },
  'actors release': { words: ['none'], code: 1 },
  'actors answer': { words: ['none', 'go'], code: 1 },
  'telegram pair': { code: 1 },
  'telegram allow': { words: ['42'], code: 1 },
  'telegram remove': { words: ['42'], code: 1 },
  reset: { code: 1 },
  'policy command': { words: ['ls'] },
  'policy call': { words: ['{"tool": "clock", "arguments": {}}'] },
  'egress check': { words: ['http://127.0.0.1/'], code: 1 },
  'cron next': { words: ['0 8 * * *'] },
};

test('given the forms of all commands, when --json is looked for, then only those go without it that have a reason', () => {
  const missing = forms.filter(({ options = {} }) => !Object.hasOwn(options, 'json')).map(({ words }) => words);
  assert.deepEqual(missing.toSorted(), Object.keys(withoutJson).toSorted());
});

test(
  'given a running agent, when each command is run with --json, then it answers JSON alone or says on standard error what is wrong, and its exit code says which',
  {
    timeout: 600_000,
  },
  () =>
    withAgent({}, async agent => {
      await agent.start();
      await agent.ask('hello');
      const faults: string[] = [];
      for (const form of forms.filter(({ words }) => !withoutJson[words] && !notRun[words]))
        faults.push(...(await faultsOf(agent, form)));
      faults.push(...(await replayed(agent)), ...(await told(agent, ['stop', '--json'], 0, false)));
      assert.deepEqual(faults, []);
    }),
);

async function faultsOf(agent: TestAgent, { words, args = {} }: Form): Promise<readonly string[]> {
  if (words === 'actors replay') return [];
  const { words: more = [], code = 0 } = typed[words] ?? {};
  assert.equal(more.length > 0 || Object.keys(args).length === 0, true, `${words} has no example here`);
  const right = await told(agent, [...words.split(' '), ...more, '--json'], code, inLines.has(words));
  const wrong = await agent.straylightWith('', ...words.split(' '), '--no-such-option');
  const isRefused = wrong.code === 2 && wrong.out === '' && wrong.err.startsWith('straylight: ');
  return isRefused ? right : [...right, `${words} --no-such-option: ${wrong.code} ${wrong.out}${wrong.err}`];
}

async function replayed(agent: TestAgent): Promise<readonly string[]> {
  const { out } = await agent.straylight('actors', 'export', 'supervisor');
  const file = join(agent.path, 'supervisor.json');
  writeFileSync(file, out);
  return told(agent, ['actors', 'replay', file, '--json'], 0, false);
}

/** What is not as it should be, a line each. */
async function told(agent: TestAgent, words: readonly string[], code: number, isInLines: boolean) {
  const said = await agent.straylightWith('a longer value', ...words);
  const name = words.join(' ');
  const wrong: string[] = [];
  if (said.code !== code) wrong.push(`${name}: exit code ${said.code} for ${code}; ${said.out}${said.err}`);
  if (said.out === '' && !(said.code === 1 && said.err.startsWith('straylight: ')))
    wrong.push(`${name}: nothing on standard output; ${said.err}`);
  for (const text of isInLines ? said.out.trimEnd().split('\n') : [said.out])
    try {
      if (said.out !== '') JSON.parse(text);
    } catch {
      wrong.push(`${name}: no JSON: ${text.slice(0, 200)}`);
    }
  return wrong;
}
