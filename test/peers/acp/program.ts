/**
 * A coding program that speaks the Agent Client Protocol on its standard streams, with the messages of `opencode acp`.
 * What it is told is done line by line, and its thread is a file in its home, so that it can be taken up again.
 *
 * `write FILE TEXT`, `edit FILE TEXT` (asks first), `run COMMAND` (asks first), `say TEXT`, `fs-write FILE TEXT` and
 * `fs-read FILE` (ask the client), `die` (once), `hang`, `flood` (a line of 50 MB), `forge` (another session),
 * `escape` (writes wherever it can), `link NAME TARGET`, `bait FILE TEXT` (asks to read, then writes).
 *
 * With the argument `forgetful` it cannot take a thread up.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

interface Thread {
  readonly id: string;
  /** What it was told, oldest first. */
  prompts: string[];
  steps: string[];
  /** How many of them are done. */
  done: number;
  hasDied: boolean;
  heard: string[];
}

type Message = {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: never;
  readonly result?: never;
};

const home = process.env['HOME'] ?? '/tmp';
const mayLoad = !process.argv.includes('forgetful');
let cwd = '/';
let thread: Thread | undefined;
let number = 0;
const waiting = new Map<number | string, (message: Message) => void>();

const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const fileOf = (id: string) => join(home, `thread-${id}.json`);
const keep = () => thread && writeFileSync(fileOf(thread.id), JSON.stringify(thread));

function request(method: string, params: object): Promise<Message> {
  number += 1;
  const id = number;
  send({ id, method, params });
  return new Promise(resolve => waiting.set(id, resolve));
}

const update = (body: object) => send({ method: 'session/update', params: { sessionId: thread?.id, update: body } });

const options = [
  { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];

async function mayDo(toolCall: object, sessionId = thread?.id): Promise<boolean> {
  number += 1;
  const call = { toolCallId: `call-${number}`, status: 'pending', ...toolCall };
  const { result } = await request('session/request_permission', { sessionId, toolCall: call, options });
  const answer =
    (result as { readonly outcome?: { readonly optionId?: string } } | undefined)?.outcome?.optionId ?? 'none';
  thread?.heard.push(answer);
  return answer === 'once';
}

function put(file: string, text: string): void {
  const path = file.startsWith('/') ? file : join(cwd, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`);
}

const attempt = (work: () => void) => {
  try {
    work();
    return 'done';
  } catch (error) {
    return String((error as { code?: string }).code);
  }
};

async function step(line: string): Promise<void> {
  const [, word = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
  const [, file = '', text = ''] = /^(\S+) ?(.*)$/.exec(rest) ?? [];
  const path = join(cwd, file);
  switch (word) {
    case 'write':
      update({
        sessionUpdate: 'tool_call',
        toolCallId: `w${number}`,
        title: `Write ${file}`,
        kind: 'edit',
        status: 'pending',
      });
      return put(file, text);
    case 'edit': {
      const content = [{ type: 'diff', path, oldText: null, newText: `${text}\n` }];
      if (await mayDo({ title: `Edit ${file}`, kind: 'edit', rawInput: { filepath: path, diff: `+${text}` }, content }))
        put(file, text);
      return;
    }
    case 'run':
      if (await mayDo({ title: rest, kind: 'execute', rawInput: { command: rest } }))
        spawnSync('sh', ['-c', rest], { cwd });
      return;
    case 'bait':
      if (await mayDo({ title: `Read ${file}`, kind: 'read', locations: [{ path }], rawInput: {} })) put(file, text);
      return;
    case 'outside':
      if (await mayDo({ title: `Edit ${rest}`, kind: 'edit', locations: [{ path: rest }], rawInput: {} }))
        put('got-it.txt', rest);
      return;
    case 'say':
      return void update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: rest } });
    case 'fs-write':
      return void thread?.heard.push(
        JSON.stringify(
          await request('fs/write_text_file', {
            sessionId: thread.id,
            path: file.startsWith('/') ? file : path,
            content: `${text}\n`,
          }),
        ),
      );
    case 'fs-read':
      return void thread?.heard.push(
        JSON.stringify(
          await request('fs/read_text_file', { sessionId: thread.id, path: file.startsWith('/') ? file : path }),
        ),
      );
    case 'die':
      if (thread === undefined || thread.hasDied) return;
      thread.hasDied = true;
      keep();
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => {});
    case 'hang':
      return new Promise(() => {});
    case 'flood':
      process.stdout.write(`${'x'.repeat(50 * 2 ** 20)}\n`);
      return new Promise(() => {});
    case 'forge':
      send({
        method: 'session/update',
        params: {
          sessionId: 'other',
          update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'forged' } },
        },
      });
      thread?.heard.push(String(await mayDo({ title: 'ls', kind: 'execute', rawInput: { command: 'ls' } }, 'other')));
      return;
    case 'escape': {
      const targets = [
        '/workspace/escaped',
        '/etc/escaped',
        '/escaped',
        join(cwd, '../escaped'),
        join(cwd, '../base.git/escaped'),
        join(home, '../../escaped'),
      ];
      put('escapes.txt', targets.map(target => `${target}: ${attempt(() => writeFileSync(target, 'x'))}`).join(' '));
      return;
    }
    case 'link':
      return void attempt(() => symlinkSync(text, path));
  }
}

async function work(words: string): Promise<void> {
  if (!thread) return;
  thread.prompts.push(words);
  if (thread.steps.length === 0)
    thread.steps = words
      .split('\n')
      .filter(line =>
        /^(write|edit|run|say|fs-write|fs-read|die|hang|flood|forge|escape|link|bait|outside)\b/.test(line),
      );
  keep();
  while (thread.done < thread.steps.length) {
    await step(thread.steps[thread.done] ?? '');
    thread.done += 1;
    keep();
  }
}

async function answer(method: string, params: Readonly<Record<string, never>>): Promise<object | null> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: 1,
        agentCapabilities: { loadSession: mayLoad, promptCapabilities: {} },
        agentInfo: { name: 'scripted', version: '1' },
        authMethods: [],
      };
    case 'session/new': {
      cwd = params['cwd'] as unknown as string;
      let at = 1;
      while (existsSync(fileOf(`ses_${at}`))) at += 1;
      thread = { id: `ses_${at}`, prompts: [], steps: [], done: 0, hasDied: false, heard: [] };
      keep();
      return { sessionId: thread.id };
    }
    case 'session/load': {
      cwd = params['cwd'] as unknown as string;
      thread = JSON.parse(readFileSync(fileOf(params['sessionId'] as unknown as string), 'utf8')) as Thread;
      for (const text of thread.prompts)
        update({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text } });
      return {};
    }
    case 'session/prompt': {
      const prompt = params['prompt'] as unknown as readonly { readonly text: string }[];
      await work(prompt.map(({ text }) => text).join('\n'));
      return { stopReason: 'end_turn' };
    }
    default:
      throw new Error(`unknown method ${method}`);
  }
}

createInterface({ input: process.stdin })
  .on('line', line => {
    const message = JSON.parse(line) as Message;
    const { id, method, params } = message;
    if (method === undefined) {
      waiting.get(id ?? '')?.(message);
      return;
    }
    answer(method, params ?? ({} as never)).then(
      result => send({ id, result }),
      error => send({ id, error: { code: -32603, message: String(error) } }),
    );
  })
  .on('close', () => process.exit(0));
