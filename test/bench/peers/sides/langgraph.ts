/** LangGraph's agent with its checkpoints in SQLite, each step written through to the disk before the next begins. */
import { join } from 'node:path';
import { ChatAnthropic } from '@langchain/anthropic';
import { tool } from '@langchain/core/tools';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import Database from 'better-sqlite3';
import { modelName, peerKey } from '../../bench-home.ts';
import { printed } from '../../turn/lean-model.ts';
import { serveRounds } from '../../turn/serve-rounds.ts';
import { inSessions } from '../../turn/turns.ts';
import { givenTo } from './given.ts';

const [, , home = '', url = ''] = process.argv;
const { instructions, tools: given } = givenTo(home);
const tools = given.map(({ name, description, input_schema }) =>
  tool(async (input: unknown) => printed(input), { name, description, schema: input_schema }),
);
const model = new ChatAnthropic({
  model: modelName,
  apiKey: peerKey,
  anthropicApiUrl: url,
  streaming: true,
  maxTokens: 8_192,
}).bindTools(tools);
const database = new Database(join(home, 'langgraph.db'));
database.pragma('journal_mode = WAL');
// the library itself leaves it at NORMAL, which loses the last commits where the power fails
database.pragma('synchronous = FULL');
const graph = new StateGraph(MessagesAnnotation)
  .addNode('agent', async ({ messages }) => ({
    messages: [await model.invoke([{ role: 'system', content: instructions }, ...messages])],
  }))
  .addNode('tools', new ToolNode(tools))
  .addEdge(START, 'agent')
  .addConditionalEdges('agent', toolsCondition)
  .addEdge('tools', 'agent')
  .compile({ checkpointer: new SqliteSaver(database) });
let last: readonly string[] = [];

async function oneTurn(session: string, text: string): Promise<string> {
  const { messages } = await graph.invoke(
    { messages: [{ role: 'user', content: text }] },
    { configurable: { thread_id: session }, durability: 'sync', recursionLimit: 100 },
  );
  return messages.at(-1)?.text ?? '';
}

serveRounds({
  async run(round) {
    last = await inSessions(round, session => oneTurn(session, round.text));
  },
  replies: async () => last,
  close: async () => void database.close(),
});
