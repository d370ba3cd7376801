/**
 * A container's standard streams over one connection, as the engine mixes them: eight bytes of head (1 for stdout, 2
 * for stderr, three zeros, the length) before each piece.
 *
 * Our own reader: the library's copies everything it holds for every piece, and takes what it does not understand for
 * output.
 */
import { type Duplex, type Readable, Transform, type Writable } from 'node:stream';

export interface Stdio {
  readonly input: Writable;
  readonly output: Readable;
  /** The end of what came on stderr. */
  complaint(): string;
}

/** What is kept of stderr. */
const complaintBytes = 2_048;

/** Splits the engine's stream. `output` fails where it is not such a stream. */
export function containerStdio(connection: Duplex): Stdio {
  let complaint: Buffer = Buffer.alloc(0);
  let head: Buffer = Buffer.alloc(0);
  let from = 0;
  let left = 0;

  const output = new Transform({
    transform(chunk: Buffer, _, done) {
      let bytes = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
      head = Buffer.alloc(0);
      while (bytes.length > 0) {
        if (left === 0) {
          if (bytes.length < 8) {
            head = bytes;
            break;
          }
          from = bytes[0] ?? 0;
          left = bytes.readUInt32BE(4);
          if (from !== 1 && from !== 2) return done(new Error(`a stream numbered ${from} from the Docker engine`));
          bytes = bytes.subarray(8);
          continue;
        }
        const piece = bytes.subarray(0, left);
        left -= piece.length;
        bytes = bytes.subarray(piece.length);
        if (from === 1) this.push(piece);
        else complaint = Buffer.concat([complaint, piece]).subarray(-complaintBytes);
      }
      done();
    },
  });
  connection.on('error', error => output.destroy(error));
  connection.on('close', () => output.end());
  connection.pipe(output);
  return { input: connection, output, complaint: () => complaint.toString('utf8').trim() };
}
