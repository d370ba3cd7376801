/** The protocol over the standard streams of a program: one JSON message a line, each bounded in size. */
import { ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { RunningResident } from '../../ports/executor.ts';

/** A message that is longer ends the program. */
const mostBytesOfMessage = 8 * 2 ** 20;

export interface PipeTransport extends Transport {
  /** Why it was ended from here; undefined: it was not. */
  readonly complaint: () => string | undefined;
}

/** Of a program that runs already; closing it ends the program. */
export function pipeTransport(program: RunningResident): PipeTransport {
  const buffer = new ReadBuffer({ maxBufferSize: mostBytesOfMessage });
  // A line whose end has not come yet, in pieces: the library would copy all of it for every piece.
  let pieces: Buffer[] = [];
  let held = 0;
  let complaint: string | undefined;
  let isClosed = false;

  function take(chunk: Buffer): void {
    held += chunk.length;
    if (held > mostBytesOfMessage) {
      pieces = [];
      complaint = `it sent a message of more than ${mostBytesOfMessage} bytes`;
      void program.kill();
      return;
    }
    const end = chunk.lastIndexOf('\n') + 1;
    if (end === 0) {
      pieces.push(chunk);
      return;
    }
    buffer.append(Buffer.concat([...pieces, chunk.subarray(0, end)]));
    pieces = [chunk.subarray(end)];
    held = chunk.length - end;
    for (;;)
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (error) {
        // a line that is no message: some programs print what they do
        transport.onerror?.(error as Error);
      }
  }

  function end(): void {
    if (isClosed) return;
    isClosed = true;
    buffer.clear();
    pieces = [];
    transport.onclose?.();
  }

  const transport: PipeTransport = {
    complaint: () => complaint,
    async start() {
      program.output.on('data', take);
      program.input.on('error', () => {});
      program.ended.then(end, end);
    },
    send(message) {
      if (isClosed) return Promise.reject(fault('unavailable', says`the program of the MCP server has ended`));
      return new Promise((resolve, reject) => {
        program.input.write(serializeMessage(message), error => (error ? reject(error) : resolve()));
      });
    },
    async close() {
      await program.kill();
      end();
    },
  };
  return transport;
}
