/**
 * Streams opened by the hundred, read by nobody, come back to with false cursors: what they cost is bounded, and the
 * owner gets in.
 */
import { connect, type Socket } from 'node:net';
import { defaultLimits } from '../../../inspector/limits.ts';
import { ask, known, serve, steppedClock, stream, token } from '../../inspector/visitor.ts';
import { type Area, scoped } from '../area.ts';

const most = 1000;
const framesEach = 20_000;

export const streamExhaustion: Area = {
  name: 'exhaustion of the stream',
  run: ({ share }) =>
    scoped(async scope => {
      const clock = steppedClock();
      const served = await serve({ clock });
      scope.after(() => served[Symbol.asyncDispose]());
      const { server, agent } = served;
      const breaches: string[] = [];
      const probes = Math.max(200, Math.ceil(most * share));
      const sockets: Socket[] = [];
      scope.after(() => {
        for (const socket of sockets) socket.destroy();
      });
      const answers = { taken: 0, refused: 0, cut: 0 };
      for (let at = 0; at < probes; at += 1) {
        const { socket, status } = await silentReader(server.port, at % 3 === 0 ? `?cursor=b1.${at}` : '');
        sockets.push(socket);
        if (status === 200) answers.taken += 1;
        else if (status === 429) answers.refused += 1;
        else answers.cut += 1;
      }
      if (answers.taken > defaultLimits.streams) breaches.push(`${answers.taken} streams were opened at once`);
      // whoever reads nothing costs the bounded history, and is closed when the time for that has come
      const before = heldMegabytes();
      for (let n = 0; n < Math.ceil(framesEach * share); n += 1) {
        agent.publish({ type: 'row', row: { ...rowOf(agent), seq: n, lastEvent: 'x'.repeat(1000) } } as never);
        if (n % 100 === 0) clock.advance(defaultLimits.batchMs);
      }
      const grown = heldMegabytes() - before;
      if (grown > 64) breaches.push(`${Math.round(grown)} MB are held for readers that read nothing`);
      for (let beats = 0; beats < 6; beats += 1) {
        clock.advance(defaultLimits.beatMs);
        await new Promise(resolve => setImmediate(resolve));
      }
      for (const socket of sockets) socket.destroy();
      await gone(server.url);
      const { status } = await ask(server.url, '/api/state', { headers: known });
      if (status !== 200) breaches.push(`the owner is answered ${status} afterwards`);
      const own = await stream(server.url).catch(() => undefined);
      if (!own) breaches.push('the owner gets no stream afterwards');
      own?.leave();
      return { probes, breaches, note: `${answers.taken} taken, ${answers.refused} refused, ${answers.cut} cut off` };
    }),
};

function rowOf(agent: { readonly rows: ReadonlyMap<string, object> }): object {
  return [...agent.rows.values()][0] ?? {};
}

function heldMegabytes(): number {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return (heapUsed + external + arrayBuffers) / 2 ** 20;
}

/** Opens a stream and takes nothing of it but the status line. */
function silentReader(port: number, query: string): Promise<{ readonly socket: Socket; readonly status: number }> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET /api/stream${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ),
    );
    socket.once('data', (piece: Buffer) => {
      socket.pause();
      resolve({ socket, status: Number(/^HTTP\/1\.1 (\d+)/.exec(piece.toString('latin1'))?.[1] ?? 0) });
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve({ socket, status: 0 }));
  });
}

/** Resolves once the server has seen that the sockets are gone: a new connection is answered again. */
async function gone(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await ask(url, '/health').catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise(resolve => setImmediate(resolve));
  }
}
