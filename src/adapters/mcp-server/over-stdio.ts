/** The server over standard input and output: what `straylight mcp serve` is to the program that has started it. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type ServingOptions, serverFactory } from './server.ts';

/** Resolves when the other side has gone, or with the signal. */
export async function serveOverStdio(options: Omit<ServingOptions, 'isReader'>, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  process.stdin.once('end', over.resolve).once('close', over.resolve);
  signal.addEventListener('abort', () => over.resolve(), { once: true });
  const serving = serveStdio(serverFactory(options));
  await over.promise;
  await serving.close();
}
