/**
 * The yardstick: a loop without a host. The same adapter asks the same requests and the same tools run; each message is one row of
 * SQLite and one commit, written through to the disk. A crash leaves it where nobody knows.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { prompt } from '../../config/prompts.ts';
import { systemClock } from '../../src/adapters/clock.ts';
import type { ModelMessage, SystemPart } from '../../src/adapters/model.ts';
import { anthropicModels } from '../../src/adapters/models/anthropic.ts';
import { lightFetch } from '../../src/adapters/models/light-fetch.ts';
import { openDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { memoryStore } from '../../src/adapters/stores/sqlite/memories.ts';
import type { RunningTool } from '../../src/adapters/tool.ts';
import { createToolbox } from '../../src/adapters/toolbox.ts';
import { askOwner } from '../../src/adapters/tools/ask-owner.ts';
import { executeCommandTool } from '../../src/adapters/tools/execute-command.ts';
import { memorySave } from '../../src/adapters/tools/memory-save.ts';
import { memorySearch } from '../../src/adapters/tools/memory-search.ts';
import { windowMessages } from '../../src/machines/domain/context-window.ts';
import { benchConfig, instantExecutor, modelName, peerKey } from './bench-home.ts';
import { inSessions, type Turns } from './turns.ts';

export async function bareTurns(home: string, url: string): Promise<Turns> {
  const config = benchConfig(home, url);
  const provider = anthropicModels({
    apiKey: peerKey,
    baseUrl: url,
    fetch: lightFetch(),
    clock: systemClock,
    firstByteMs: config.models.anthropic.firstByteMs,
    silenceMs: config.models.anthropic.silenceMs,
  });
  const { signal } = new AbortController();
  const { timeoutMs, maxOutputBytes } = { timeoutMs: config.limits.commandTimeoutMs, ...config.limits };
  const command = executeCommandTool(instantExecutor, { timeoutMs, maxOutputBytes });
  if (command.effect !== 'act') throw new Error('a command is run');
  const memories = memoryStore(openDatabase({ file: join(home, 'tools.db'), synchronous: 'full', now: Date.now }));
  const { specs } = createToolbox([memorySave(memories), memorySearch(memories), command, askOwner]);
  const stable = instructions(config);
  const moment = prompt('moment');
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

  const database = new Database(join(home, 'bare.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(
    'CREATE TABLE messages (n INTEGER PRIMARY KEY, session TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL)',
  );
  const insert = database.prepare('INSERT INTO messages (session, body, at) VALUES (?, ?, ?)');
  const histories = new Map<string, ModelMessage[]>();

  function append(session: string, message: ModelMessage): void {
    const history = histories.get(session) ?? [];
    history.push(message);
    histories.set(session, history);
    insert.run(session, JSON.stringify(message), Date.now());
  }

  async function oneTurn(session: string, text: string): Promise<string> {
    append(session, { role: 'user', content: [{ type: 'text', text }] });
    for (;;) {
      const moments: SystemPart = {
        text: moment({ now: format.format(Date.now()), time_zone: config.owner.timeZone }),
        stable: false,
      };
      const reply = await provider.complete(
        {
          model: modelName,
          system: [{ text: stable, stable: true }, moments],
          messages: shown(histories.get(session) ?? []),
          tools: specs,
          maxOutputTokens: config.models.anthropic.maxOutputTokens,
        },
        { signal, onText: () => {} },
      );
      append(session, { role: 'assistant', text: reply.text, toolCalls: reply.toolCalls });
      if (reply.toolCalls.length === 0) return reply.text;
      for (const { id, name, arguments: json } of reply.toolCalls) {
        const args = command.schema.parse(JSON.parse(json));
        const output = await (command as RunningTool).run(args, {
          session,
          turn: '',
          call: id,
          signal,
          progress: () => {},
        });
        const data = `<data source="${name}">\n${output.text}\n</data>`;
        append(session, { role: 'tool', callId: id, name, text: data, failed: output.failed ?? false });
      }
    }
  }

  return {
    run: round => inSessions(round, session => oneTurn(session, round.text)),
    close: async () => void database.close(),
  };
}

/** As the house sends them: the newest, from something the owner said on. */
function shown(history: readonly ModelMessage[]): readonly ModelMessage[] {
  const newest = history.slice(-windowMessages);
  return newest.slice(newest.findIndex(({ role }) => role === 'user'));
}

/** The same instructions the house gives. */
function instructions({ owner, personality, limits }: ReturnType<typeof benchConfig>): string {
  return prompt('session')({
    name: personality.name,
    soul: personality.soul,
    owner: owner.name ?? 'your owner',
    language: owner.language === 'de' ? 'German' : 'English',
    time_zone: owner.timeZone,
    workspace: '/workspace',
    executor: instantExecutor.description,
    max_steps: limits.maxStepsPerTurn,
    max_tool_calls: limits.maxToolCallsPerTurn,
  });
}
