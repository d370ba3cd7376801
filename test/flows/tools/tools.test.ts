/**
 * The agent makes a tool, uses it, loses it to a broken hand, and gets it back: with a scripted mind, everything else
 * is real.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { AnswerTurn, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';

const key = 'sk-ant-test-8c2e';
const implementation = `import json, sys
args = json.load(sys.stdin)
print(json.dumps({"words": len(args["text"].split())}))
`;

const call = (name: string, input: object): Turn => ({ toolCalls: [{ name, arguments: input as never }] });

/** Makes, uses and looks, by the owner's words; after a result it says what came. */
const toolmaker: AnswerTurn = ({ said, results, tools, system }) => {
  const [result] = results;
  if (result) return { text: `It says: ${result.text}` };
  if (said.startsWith('make'))
    return call('create_tool', {
      name: 'word_count',
      description: 'Counts the words of a text.',
      parameters_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      implementation,
      test_input: { text: 'a b' },
    });
  if (said.startsWith('count ')) return call('word_count', { text: said.slice(6) });
  return { text: `offered: ${tools.includes('word_count')}; ${/## Tools of your own.*$/s.exec(system)?.[0] ?? ''}` };
};

test('given a wish for a tool, when it is made, used, broken by hand, set aside and taken back, then owner and model see each step', async t => {
  const model = await anthropicPeer({ script: toolmaker, key });
  const settings = {
    config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n',
    env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: model.url },
    secrets: [key],
  };
  try {
    await withAgent(settings, async agent => {
      const running = await agent.start();
      const say = async (text: string) => (await running.say('session:terminal:main', text)).reply;
      assert.match(
        await say('make a tool that counts the words of a text'),
        /Made the tool word_count, version 1.*The test passed.*\{"words": 2\}/s,
      );
      assert.match(await say('count to be or not to be'), /\{"words": 6\}/);
      assert.match(await git(agent, 'log', '--format=%s'), /^create tool: word_count\n/);

      const file = join(agent.path, 'scripts', 'word_count.py');
      writeFileSync(file, 'import sys\nsys.exit("I have forgotten how")\n');
      await state(agent, ({ trusted }) => !trusted);
      assert.match(await say('count again'), /word_count needs the owner's approval/);
      const { value: pending } = await agent.json('approvals');
      assert.match(pending[0].card.exact, /I have forgotten how/);
      const yes = await agent.straylight('approvals', 'approve', pending[0].card.key, '--confirm', 'yes');
      assert.match(yes.out, /Approved/);
      await say('count and again');
      assert.match(await say('count and again'), /is now quarantined/);
      assert.match(
        await say('what have you got?'),
        /offered: false; .*word_count is quarantined after 3 failures in a row/s,
      );
      const listed = await agent.straylight('tools', 'list');
      assert.match(
        listed.out,
        /word_count +quarantined .*\nword_count is quarantined: 3 failures in a row, the last one: .*I have forgotten how/,
      );

      assert.match(
        (await agent.straylight('tools', 'revert', 'word_count', '--yes')).out,
        /^word_count is again as it was in .*create tool: word_count/,
      );
      assert.match(await say('count to be'), /\{"words": 2\}/);
      assert.match(
        (await agent.straylight('tools', 'show', 'word_count')).out,
        /State +ok\n.*Version +3.*revert tool: word_count/s,
      );

      writeFileSync(file, 'def broken(:\n');
      await state(agent, tool => tool.state === 'broken');
      assert.match(
        await say('what have you got?'),
        /offered: false; .*word_count cannot be used: its files are not right/s,
      );
      await running.stop();
      assert.match(
        (await agent.straylight('tools', 'revert', 'word_count', '--yes')).out,
        /again as it was/,
        'also while nothing runs',
      );
      assert.match(await agent.ask('count one two three'), /\{"words": 3\}/);
      const told = agent.tables.rows("SELECT text FROM reports WHERE kind = 'toolFailure' ORDER BY at");
      assert.equal(told.length, 2);
      t.diagnostic(`${model.requests.length} questions to the model`);
    });
  } finally {
    await model.close();
  }
});

async function git(agent: TestAgent, ...words: string[]): Promise<string> {
  return execFileSync('git', ['-C', join(agent.path, 'scripts'), ...words], { encoding: 'utf8' });
}

/** Asks the running agent until the tool is as expected. */
async function state(agent: TestAgent, fits: (tool: { readonly state: string; readonly trusted: boolean }) => boolean) {
  for (let round = 0; round < 40; round++) if (fits((await agent.json('tools', 'show', 'word_count')).value)) return;
  assert.fail('the tool did not change');
}
