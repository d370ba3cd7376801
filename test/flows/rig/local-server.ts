/** A server of a test on this machine, whose answers the test writes. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** Answers its host and port; it ends with the test. */
export async function localServer(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
