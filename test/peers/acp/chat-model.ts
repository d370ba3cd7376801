/**
 * A model for a coding program in its sandbox, which has no network but its own: `chat-model.ts PORT COMMAND…` serves
 * Chat Completions on that port and runs the command beside it, on the same standard streams.
 *
 * It stands alone, since nothing of the repository is in the sandbox. What it says next follows from the conversation
 * alone: it writes `made.txt`, asks to remove the folder `sub` with the shell, and says that it is done.
 */
import { spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';

const [port = '', command = '', ...args] = process.argv.slice(2);

interface Request {
  readonly messages: readonly { readonly tool_calls?: readonly Call[] }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly stream?: boolean;
}

interface Call {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The first of the steps that the conversation has not called: one that was cut off is not called again. */
function next({ messages, tools = [] }: Request): { readonly text: string } | { readonly call: Call } {
  const called = messages.flatMap(({ tool_calls: calls = [] }) => calls.map(one => one.function.arguments)).join('\n');
  if (!tools.some(tool => tool.function.name === 'bash')) return { text: 'Remove a folder' };
  if (!called.includes('made.txt')) return calling('write', { filePath: 'made.txt', content: 'made\n' });
  if (!called.includes('rm -r sub')) return calling('bash', { command: 'rm -r sub', description: 'Removes sub' });
  return { text: 'Done: made.txt is there.' };
}

function calling(name: string, args: object) {
  return { call: { id: `call_${name}`, function: { name, arguments: JSON.stringify(args) } } };
}

function answer(response: ServerResponse, request: Request): void {
  const what = next(request);
  const delta =
    'text' in what
      ? { role: 'assistant', content: what.text }
      : { role: 'assistant', content: null, tool_calls: [{ index: 0, type: 'function', ...what.call }] };
  const finish_reason = 'text' in what ? 'stop' : 'tool_calls';
  const head = { id: 'c1', created: 1, model: 'test' };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  if (request.stream !== true) {
    response.setHeader('content-type', 'application/json');
    const choices = [{ index: 0, message: delta, finish_reason }];
    response.end(JSON.stringify({ ...head, object: 'chat.completion', choices, usage }));
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  const send = (choices: readonly object[], more = {}) =>
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more })}\n\n`);
  send([{ index: 0, delta, finish_reason: null }]);
  send([{ index: 0, delta: {}, finish_reason }], { usage });
  response.end('data: [DONE]\n\n');
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => answer(response, JSON.parse(Buffer.concat(parts).toString() || '{"messages":[]}')));
});
server.listen(Number(port), '127.0.0.1', () => {
  const child = spawn(command, args, { stdio: 'inherit' });
  child.on('exit', code => process.exit(code ?? 1));
});
