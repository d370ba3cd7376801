/**
 * An agent with something in every list: memories of all kinds, a tool in three versions, calls and costs, and what was
 * written down of it.
 */
import { type Scripted, scriptedAgent } from '../scripted-agent.ts';

export const memories = [
  { content: 'Ada’s birthday is on 10 December.', kind: 'fact' },
  {
    content: 'Backups are made with restic, then checked with “restic check --read-data-subset=5%”.',
    kind: 'procedure',
  },
  { content: 'אמא של אדה גרה בחיפה 🏡', kind: 'fact' },
] as const;

const program = (verb: string) => `import json, sys

args = json.load(sys.stdin)
words = args["text"].split()
print(json.dumps({${verb}}))
`;

const make = (verb: string) => ({
  name: 'create_tool',
  arguments: {
    name: 'word_count',
    description: 'Counts the words of a text.',
    parameters_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    implementation: program(verb),
    test_input: { text: 'a b' },
  },
});

/** Lets a story happen in such an agent. `tokens`: of a day; what comes before the story takes most of 40 000. */
export function listedAgent(story: (scripted: Scripted) => Promise<void>, tokens = 400_000): Promise<void> {
  return scriptedAgent(
    {
      hasForgotten: true,
      // as much of a day as makes its bars worth a look, and what was asked of it in another conversation is too much
      config: `[budget]\nmax_tokens_per_day = ${tokens}\nmax_usd_per_day = "none"\nshow_cost = false\n`,
    },
    async scripted => {
      scripted.play(
        { toolCalls: memories.map(one => ({ name: 'memory_save', arguments: one })) },
        { text: 'I keep that.', usage: { inputTokens: 2_400, outputTokens: 180 } },
      );
      await scripted.say('Remember these three things.');
      scripted.play(
        { toolCalls: [make('"words": len(words)')] },
        { text: 'Made.', usage: { inputTokens: 3_100, outputTokens: 420 } },
      );
      await scripted.say('Make a tool that counts words.');
      scripted.play(
        { toolCalls: [{ name: 'word_count', arguments: { text: 'to be or not to be' } }] },
        { text: 'Six.' },
      );
      await scripted.say('Count “to be or not to be”.');
      await story(scripted);
    },
  );
}

/** Makes the tool anew, so that it counts the letters too: its second version. */
export async function changeTool(scripted: Scripted): Promise<void> {
  scripted.play({ toolCalls: [make('"words": len(words), "letters": sum(map(len, words))')] }, { text: 'Changed.' });
  await scripted.say('Let it count letters too.');
}
