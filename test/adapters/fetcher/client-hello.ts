/** TLS as a real client begins it. */
import { createServer } from 'node:net';
import { connect } from 'node:tls';

/** What a real TLS client sends first. */
export function helloFor(servername: string | undefined): Promise<Buffer> {
  return new Promise(resolve => {
    const server = createServer(socket => {
      socket.once('data', (bytes: Buffer) => {
        socket.destroy();
        server.close();
        resolve(bytes);
      });
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      connect({ host: '127.0.0.1', port, servername }).on('error', () => {});
    });
  });
}
