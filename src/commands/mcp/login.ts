/** `straylight mcp login`: shows what to open, and waits until that has come to an end. */
import type { Agent } from '../../api/client/agent.ts';
import type { Io } from '../io.ts';
import { printAnswer, printView } from '../view.ts';

interface LoginCall {
  readonly agent: Agent;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly input: Readonly<Record<string, unknown>>;
}

/** `pause`: until it is looked at again. Answers the exit code: 0 where the login is done. */
export async function mcpLogin(call: LoginCall, pause: () => Promise<void>): Promise<number> {
  const { agent, io, json, input, signal } = call;
  const [, name = '', more = ''] = /^\s*(\S+)\s*(\S*)/.exec(String(input['login'] ?? input['name'] ?? '')) ?? [];
  const isByCode = more === 'code';
  if (more !== '' && !isByCode) return printView(call, 'mcp.login', { name, returned: more });
  const begun = await agent.mcp.login({ name, way: isByCode ? 'code' : 'browser' });
  if (begun === undefined) return printView(call, 'mcp.login', { name });
  if (json) io.err(`${begun.address ?? ''} ${begun.code ?? ''}`.trim());
  else await printAnswer(call, 'mcp.login', begun, { name });
  for (;;) {
    const details = await agent.mcp.show({ name });
    if (details?.login?.state !== 'open') {
      const code = await printView(call, 'mcp.show', { name });
      return details?.login?.state === 'done' ? code : 1;
    }
    if (signal.aborted) return 1;
    await pause();
  }
}
