/**
 * The server of Restate: one node on this machine, on ports that it finds itself. By default it writes its log through
 * to the disk.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RestateServer {
  readonly pid: number;
  /** Where calls are taken. */
  readonly ingress: string;
  /** Tells it where the handlers of a service are. */
  register(endpoint: string): Promise<void>;
  close(): Promise<void>;
}

const names = { ingress: 'http-ingress-server', admin: 'admin-api-server' };

/** Starts it with its data in the home; it ends with this process. */
export async function restateServer(home: string): Promise<RestateServer> {
  const packages = createRequire(createRequire(import.meta.url).resolve('@restatedev/restate-server/package.json'));
  const program = packages.resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`);
  const child = spawn(
    program,
    ['--base-dir', join(home, 'restate'), '--bind-ip', '127.0.0.1', '--use-random-ports', 'true', '--no-logo'],
    {
      env: {
        ...process.env,
        RESTATE_DISABLE_TELEMETRY: 'true',
        RESTATE_LOG_FORMAT: 'json',
        RESTATE_LISTEN_MODE: 'tcp',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));
  const ports = await portsIn(child.stdout);
  const admin = `http://127.0.0.1:${ports.get(names.admin)}`;
  return {
    pid: child.pid ?? 0,
    ingress: `http://127.0.0.1:${ports.get(names.ingress)}`,
    async register(endpoint) {
      const answer = await fetch(`${admin}/deployments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ uri: endpoint }),
      });
      if (!answer.ok) throw new Error(`Restate took no deployment: ${answer.status} ${await answer.text()}`);
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The ports by the names of what listens there, as the log says them; the rest of the log is read and let go. */
function portsIn(log: NodeJS.ReadableStream): Promise<ReadonlyMap<string, number>> {
  const ports = new Map<string, number>();
  return new Promise((resolve, reject) => {
    const lines = createInterface(log);
    let last = 'it said nothing';
    lines.on('line', line => {
      last = line;
      if (!line.includes('server.port')) return;
      const { span } = JSON.parse(line) as {
        span?: { readonly 'server.port'?: number; readonly server_name?: string };
      };
      if (span?.server_name !== undefined) ports.set(span.server_name, Number(span['server.port']));
      if (Object.values(names).every(name => ports.has(name))) resolve(ports);
    });
    lines.once('close', () => reject(new Error(`the server of Restate ended before it listened: ${last}`)));
  });
}
