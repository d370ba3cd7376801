/**
 * How the lean loop asks the model, and what it does with a call: node:http, and a reader of server-sent events of its
 * own. None of our code is in it.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { givenFile, modelName, peerKey } from '../bench-home.ts';

export interface Block {
  readonly type: string;
  text?: string;
  readonly id?: string;
  readonly name?: string;
  input?: unknown;
}

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly object[];
}

export interface LeanModel {
  /** The blocks of its reply to a conversation. */
  ask(history: readonly Message[]): Promise<readonly Block[]>;
  close(): void;
}

/** The newest that are sent. */
const newest = 200;

/** Asks the peer at `url` with the instructions and tools in {@link givenFile} of the home. */
export function leanModel(home: string, url: string): LeanModel {
  const { context, ...given } = JSON.parse(readFileSync(join(home, givenFile), 'utf8')) as { context: string };
  const agent = new Agent({ keepAlive: true });

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
    ask(history) {
      const messages = withContext(shown(history), context);
      return asked(JSON.stringify({ model: modelName, max_tokens: 8_192, stream: true, ...given, messages }));
    },
    close: () => agent.destroy(),
  };
}

/** The calls of a reply. */
export function calledIn(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter(({ type }) => type === 'tool_use');
}

/** What a reply says. */
export function saidIn(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text ?? '').join('');
}

/** What `echo …` prints, as the message that answers the call. */
export function commandRun({ id, input }: Block): Message {
  return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: printed(input) }] };
}

/** What the command of a call prints: each is an `echo`, and no side starts a process for it. */
export function printed(input: unknown): string {
  return `${(input as { command: string }).command.replace(/^echo /, '')}\n`;
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
