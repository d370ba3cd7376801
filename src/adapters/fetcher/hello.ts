/**
 * The first bytes of a tunnel: a TLS ClientHello for one host (RFC 8446 §4.1.2, RFC 6066 §3), else the tunnel is not
 * for TLS, or for another host behind the same address.
 */
import { fault } from '../../domain/supervision/failure.ts';

/** Passes everything on once the hello is whole and names the host; throws `denied` for any other beginning. */
export function checkedHello(host: string): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* check(source) {
    let head = Buffer.alloc(0);
    let isChecked = false;
    for await (const piece of source) {
      if (isChecked) {
        yield piece;
        continue;
      }
      head = Buffer.concat([head, piece]);
      const name = serverName(head);
      if (name === 'more') continue;
      if (name?.toLowerCase() !== host)
        throw fault('denied', `a tunnel to ${host} is for TLS with ${host} and nothing else; it was cut`);
      isChecked = true;
      yield head;
    }
  };
}

/**
 * The name a client asks for; `more` where the hello is not whole yet, undefined where it is none, names nobody, or
 * hides whom it names (encrypted client hello).
 */
function serverName(bytes: Buffer): string | 'more' | undefined {
  const hello = handshake(bytes);
  if (hello === 'more' || hello === undefined) return hello;
  const reader = readerOf(hello.subarray(4));
  reader.skip(2 + 32);
  reader.skip(reader.number(1));
  reader.skip(reader.number(2));
  reader.skip(reader.number(1));
  const extensions = readerOf(reader.take(reader.number(2)));
  let name: string | undefined;
  while (extensions.left() > 0) {
    const [type, data] = [extensions.number(2), extensions.take(extensions.number(2))];
    if (type === encryptedHello) return undefined;
    if (type === serverNames) name = data[2] === hostName ? data.subarray(5).toString('latin1') : undefined;
  }
  return reader.isShort() || extensions.isShort() ? undefined : name;
}

const [serverNames, encryptedHello, hostName] = [0, 0xfe0d, 0];
const [handshakeRecord, clientHello] = [22, 1];
/** Of a hello; a client with more to say is no package installer. */
const longest = 16_384;

/** The handshake message, put together from its records. */
function handshake(bytes: Buffer): Buffer | 'more' | undefined {
  const parts: Buffer[] = [];
  let gathered = 0;
  for (let at = 0; ; ) {
    if (bytes.length > at && bytes[at] !== handshakeRecord) return undefined;
    if (bytes.length > at + 1 && bytes[at + 1] !== 3) return undefined;
    if (bytes.length < at + 5) return 'more';
    const end = at + 5 + bytes.readUInt16BE(at + 3);
    parts.push(bytes.subarray(at + 5, end));
    gathered += Math.min(end, bytes.length) - at - 5;
    const message = Buffer.concat(parts);
    if (gathered > 0 && message[0] !== clientHello) return undefined;
    const length = gathered < 4 ? longest : 4 + message.readUIntBE(1, 3);
    if (length > longest) return undefined;
    if (gathered >= length) return message.subarray(0, length);
    if (end > bytes.length || end === at + 5) return end > bytes.length ? 'more' : undefined;
    at = end;
  }
}

function readerOf(bytes: Buffer) {
  let [at, short] = [0, false];
  const take = (length: number) => {
    const part = bytes.subarray(at, at + length);
    short ||= part.length < length;
    at += length;
    return part;
  };
  return {
    take,
    skip: (length: number) => void take(length),
    number(length: number) {
      const part = take(length);
      return part.length < length ? 0 : part.readUIntBE(0, length);
    },
    left: () => bytes.length - at,
    isShort: () => short,
  };
}
