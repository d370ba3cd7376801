/** The agent of the AI SDK, its conversations in memory: nothing is written, and a crash loses all. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { jsonSchema, type ModelMessage, stepCountIs, ToolLoopAgent, type ToolSet, tool } from 'ai';
import { modelName, peerKey } from '../../bench-home.ts';
import { printed } from '../../turn/lean-model.ts';
import { serveRounds } from '../../turn/serve-rounds.ts';
import { inSessions } from '../../turn/turns.ts';
import { givenTo } from './given.ts';

const [, , home = '', url = ''] = process.argv;
const { instructions, tools } = givenTo(home);
const agent = new ToolLoopAgent({
  model: createAnthropic({ baseURL: `${url}/v1`, apiKey: peerKey })(modelName),
  instructions,
  tools: Object.fromEntries(
    tools.map(({ name, description, input_schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(input_schema), execute: async input => printed(input) }),
    ]),
  ) as ToolSet,
  stopWhen: stepCountIs(100),
});
const histories = new Map<string, ModelMessage[]>();
let last: readonly string[] = [];

async function oneTurn(session: string, text: string): Promise<string> {
  const history: ModelMessage[] = [...(histories.get(session) ?? []), { role: 'user', content: text }];
  const result = await agent.stream({ messages: history });
  await result.consumeStream();
  histories.set(session, [...history, ...(await result.responseMessages)]);
  return result.text;
}

serveRounds({
  async run(round) {
    last = await inSessions(round, session => oneTurn(session, round.text));
  },
  replies: async () => last,
  close: async () => {},
});
