/**
 * A second yardstick: a loop without a host. The same adapter asks the same requests and the same command runs; each message
 * is one row of SQLite and one commit, written through to the disk. A crash leaves it where nobody knows.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { anthropicModels } from '../../../src/adapters/models/anthropic/anthropic.ts';
import type { Deadlines } from '../../../src/adapters/models/call-watch.ts';
import { lightFetch } from '../../../src/adapters/models/light-fetch.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { executeCommandTool } from '../../../src/adapters/tools/execute-command.ts';
import { windowMessages } from '../../../src/domain/conversation/context-window.ts';
import type { JsonObject } from '../../../src/domain/text/json.ts';
import type { ModelMessage, ModelRequest } from '../../../src/ports/model.ts';
import type { RunningTool } from '../../../src/ports/tool.ts';
import { benchConfig, givenFile, instantExecutor, modelName, peerKey } from '../bench-home.ts';
import { inSessions, type Turns } from './turns.ts';

export async function bareTurns(home: string, url: string): Promise<Turns> {
  const { limits, models } = benchConfig(home, url);
  const settings = models.settings['anthropic'] as Deadlines & { readonly maxOutputTokens: number };
  const { firstByteMs, silenceMs, maxOutputTokens } = settings;
  const fetch = lightFetch();
  const provider = anthropicModels({
    apiKey: peerKey,
    baseUrl: url,
    fetch,
    clock: systemClock,
    firstByteMs,
    silenceMs,
  });
  const { signal } = new AbortController();
  const { commandTimeoutMs: timeoutMs, maxOutputBytes } = limits;
  const command = executeCommandTool(instantExecutor, { timeoutMs, maxOutputBytes }) as RunningTool;
  const given = givenTo(home);

  const database = new Database(join(home, 'bare.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(
    'CREATE TABLE messages (n INTEGER PRIMARY KEY, session TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL)',
  );
  const insert = database.prepare('INSERT INTO messages (session, body, at) VALUES (?, ?, ?)');
  const histories = new Map<string, ModelMessage[]>();
  let last: readonly string[] = [];

  function append(session: string, message: ModelMessage): void {
    const history = histories.get(session) ?? [];
    history.push(message);
    histories.set(session, history);
    insert.run(session, JSON.stringify(message), Date.now());
  }

  async function oneTurn(session: string, text: string): Promise<string> {
    append(session, { role: 'user', content: [{ type: 'text', text }] });
    for (;;) {
      const messages = shown(histories.get(session) ?? []);
      const request = { model: modelName, ...given, messages, maxOutputTokens };
      const reply = await provider.complete(request, { signal, onText: () => {} });
      append(session, { role: 'assistant', text: reply.text, toolCalls: reply.toolCalls });
      if (reply.toolCalls.length === 0) return reply.text;
      for (const { id, name, arguments: json } of reply.toolCalls) {
        const args = command.schema.parse(JSON.parse(json));
        const output = await command.run(args, {
          session,
          turn: '',
          call: id,
          taint: 'owner',
          signal,
          progress: () => {},
        });
        append(session, { role: 'tool', callId: id, name, text: output.text, failed: output.failed ?? false });
      }
    }
  }

  return {
    async run(round) {
      last = await inSessions(round, session => oneTurn(session, round.text));
    },
    replies: async () => last,
    close: async () => void database.close(),
  };
}

/** As Straylight sends them: the newest, from something the owner said on. */
function shown(history: readonly ModelMessage[]): readonly ModelMessage[] {
  const newest = history.slice(-windowMessages);
  return newest.slice(newest.findIndex(({ role }) => role === 'user'));
}

/** The instructions and tools that Straylight was seen to send, in the words of the port. */
function givenTo(home: string): Pick<ModelRequest, 'system' | 'tools'> {
  const { system, tools, context } = JSON.parse(readFileSync(join(home, givenFile), 'utf8')) as {
    system: { text: string }[];
    tools: { name: string; description: string; input_schema: JsonObject }[];
    context: string;
  };
  const [, ...changing] = context.split('\n\n'); // its heading is the adapter's
  return {
    system: [...system.map(({ text }) => ({ text, stable: true })), { text: changing.join('\n\n'), stable: false }],
    tools: tools.map(({ name, description, input_schema }) => ({ name, description, parameters: input_schema })),
  };
}
