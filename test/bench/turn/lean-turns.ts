/**
 * The yardstick: the least that a loop can do and still remember. None of our code is in it: node:http, a reader of
 * server-sent events of its own, one row of SQLite and one commit a message, written through to the disk. It knows no
 * schema, no limit, no retry and no cancelling, and a crash leaves it where nobody knows.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { givenFile, modelName, peerKey } from '../bench-home.ts';
import { inSessions, type Turns } from './turns.ts';

interface Block {
  readonly type: string;
  text?: string;
  readonly id?: string;
  readonly name?: string;
  input?: unknown;
}

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly object[];
}

/** The newest that are sent. */
const newest = 200;

export async function leanTurns(home: string, url: string): Promise<Turns> {
  const { context, ...given } = JSON.parse(readFileSync(join(home, givenFile), 'utf8')) as { context: string };
  const agent = new Agent({ keepAlive: true });
  const database = new Database(join(home, 'lean.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE messages (n INTEGER PRIMARY KEY, session TEXT NOT NULL, body TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO messages (session, body) VALUES (?, ?)');
  const histories = new Map<string, Message[]>();
  let last: readonly string[] = [];

  function append(session: string, message: Message): void {
    const history = histories.get(session) ?? [];
    history.push(message);
    histories.set(session, history);
    insert.run(session, JSON.stringify(message));
  }

  async function oneTurn(session: string, text: string): Promise<string> {
    append(session, { role: 'user', content: [{ type: 'text', text }] });
    for (;;) {
      const messages = withContext(shown(histories.get(session) ?? []), context);
      const blocks = await asked(
        JSON.stringify({ model: modelName, max_tokens: 8_192, stream: true, ...given, messages }),
      );
      append(session, { role: 'assistant', content: blocks });
      const calls = blocks.filter(({ type }) => type === 'tool_use');
      if (calls.length === 0) return blocks.map(block => block.text ?? '').join('');
      for (const { id, input } of calls) {
        const output = `${(input as { command: string }).command.replace(/^echo /, '')}\n`;
        append(session, { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] });
      }
    }
  }

  function asked(body: string): Promise<readonly Block[]> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': peerKey, 'anthropic-version': '2023-06-01' };
      const sent = request(`${url}/v1/messages`, { method: 'POST', agent, headers }, response => {
        const reading = reader();
        response.setEncoding('utf8');
        response.on('data', reading.take);
        response.on('end', () => resolve(reading.blocks));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  return {
    async run(round) {
      last = await inSessions(round, session => oneTurn(session, round.text));
    },
    replies: async () => last,
    async close() {
      agent.destroy();
      database.close();
    },
  };
}

/** From something the owner said on: a result without its call would be refused. */
function shown(history: readonly Message[]): readonly Message[] {
  const kept = history.slice(-newest);
  return kept.slice(
    kept.findIndex(({ role, content }) => role === 'user' && (content[0] as Block | undefined)?.type === 'text'),
  );
}

/** What changes with every request stands behind the last message. */
function withContext(messages: readonly Message[], text: string): readonly Message[] {
  const last = messages.at(-1);
  return last ? [...messages.slice(0, -1), { ...last, content: [...last.content, { type: 'text', text }] }] : [];
}

/** Puts the blocks of a reply together from the pieces of its stream. */
function reader() {
  const blocks: Block[] = [];
  let input = '';
  let rest = '';
  const onEvent = (event: { type: string; content_block?: Block; delta?: Record<string, string> }) => {
    const open = blocks.at(-1);
    if (event.type === 'content_block_start' && event.content_block) blocks.push({ ...event.content_block });
    else if (event.type === 'content_block_delta' && open) {
      if (open.type === 'text') open.text = `${open.text ?? ''}${event.delta?.['text'] ?? ''}`;
      else input += event.delta?.['partial_json'] ?? '';
    } else if (event.type === 'content_block_stop' && open?.type === 'tool_use') {
      open.input = JSON.parse(input);
      input = '';
    }
  };
  return {
    blocks,
    take(piece: string) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) onEvent(JSON.parse(line.slice(6)));
    },
  };
}
