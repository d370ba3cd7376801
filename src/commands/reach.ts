/** What a command speaks to: the process that holds the home, or this one where none does. */
import { readFileSync } from 'node:fs';
import type { Agent } from '../api/client/agent.ts';
import { fault, isRetryable, toFailure } from '../domain/supervision/failure.ts';

export interface ReachOptions {
  readonly lockFile: string;
  readonly portFile: string;
  /** The page's token of the home; undefined where there is none that can be trusted. */
  readonly token: () => string | undefined;
  /** `again` looks again where that process is: one that stopped and came back may have another port. */
  readonly remote: (server: Server & { readonly again: () => Server | undefined }) => Agent;
  /** Opens the home in this process; throws where another holds the home after all. */
  readonly here: () => Promise<Agent>;
  /** Was `here` refused because another process holds the home? Then it is waited for. */
  readonly isHeld?: (thrown: unknown) => boolean;
  /** How the wait begins, for the owner. */
  readonly onWait?: (text: string) => void;
  /** So long it is waited for; 120 000 if left out. */
  readonly mostMs?: number;
  readonly pause?: () => Promise<void>;
}

interface Server {
  readonly url: string;
  readonly token: string;
}

/** Who holds the home, as far as files and the process table say. A port without a living process is left over. */
export function holder(
  lockFile: string,
  portFile: string,
): { readonly pid: number; readonly port?: number } | undefined {
  const pid = numberIn(lockFile);
  if (pid === undefined || pid === process.pid || !isAlive(pid)) return undefined;
  const port = numberIn(portFile);
  return { pid, port };
}

/**
 * Reaches the agent. Where the process that holds the home does not answer, this process tries to open it: the lock
 * decides, so a stale file never locks the owner out and two processes never share a home.
 */
export async function reach(options: ReachOptions): Promise<Agent> {
  const { isHeld = () => false, onWait = () => {}, mostMs = 120_000, pause = async () => {} } = options;
  const deadline = AbortSignal.timeout(mostMs);
  let isSaid = false;
  for (;;)
    try {
      return await reachNow(options);
    } catch (thrown) {
      if (!isHeld(thrown) || deadline.aborted) throw thrown;
      if (!isSaid) onWait(waitText(options, mostMs));
      isSaid = true;
      await pause();
    }
}

function waitText({ lockFile, portFile }: ReachOptions, mostMs: number): string {
  const pid = holder(lockFile, portFile)?.pid;
  const whose = pid === undefined ? 'Another command' : `Another command (process ${pid})`;
  return `${whose} is using this home; waiting up to ${Math.round(mostMs / 1_000)} s …`;
}

async function reachNow({ lockFile, portFile, token, remote, here }: ReachOptions): Promise<Agent> {
  const running = holder(lockFile, portFile);
  const serverOf = (port: number | undefined): Server | undefined => {
    const secret = port === undefined ? undefined : token();
    return secret === undefined ? undefined : { url: `http://127.0.0.1:${port}`, token: secret };
  };
  const server = serverOf(running?.port);
  if (server !== undefined) {
    const agent = remote({ ...server, again: () => serverOf(holder(lockFile, portFile)?.port) });
    try {
      await agent.state.show();
      return agent;
    } catch (thrown) {
      await agent.close();
      const failure = toFailure(thrown);
      if (!isRetryable(failure)) throw thrown;
    }
  }
  try {
    return await here();
  } catch (thrown) {
    if (!running) throw thrown;
    const why =
      running.port === undefined
        ? 'the HTTP API is off (channels.web.enabled) or still starting'
        : 'it does not respond on its port';
    const { message, cause } = toFailure(thrown);
    throw fault(
      'unavailable',
      `process ${running.pid} is using this home, but ${why}. Try again, or stop that process. Opening the home here failed, too: ${message}`,
      cause === undefined ? {} : { cause },
    );
  }
}

function numberIn(file: string): number | undefined {
  try {
    const text = /^\s*(\d{1,10})\b/.exec(readFileSync(file, 'utf8'))?.[1];
    return text === undefined ? undefined : Number(text);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
