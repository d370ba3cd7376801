/** A self-signed certificate for names and addresses, made on the spot: DER by hand, the key by node:crypto. */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

/** Valid from 2020 to 2049. `addresses`: IPv4, dotted. */
export function certificateFor(names: readonly string[], addresses: readonly string[] = []): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const name = sequence(tlv(0x31, sequence(oid(0x55, 0x04, 0x03), tlv(0x0c, Buffer.from('a test')))));
  const alternatives = sequence(
    ...names.map(one => tlv(0x82, Buffer.from(one))),
    ...addresses.map(one => tlv(0x87, Buffer.from(one.split('.').map(Number)))),
  );
  const time = (text: string) => tlv(0x17, Buffer.from(text));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time('200101000000Z'), time('491231000000Z')),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    tlv(0xa3, sequence(sequence(oid(0x55, 0x1d, 0x11), tlv(0x04, alternatives)))),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  // Without the trim a length that is a multiple of 64 would leave an empty line, which OpenSSL refuses.
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n').trim();
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function oid(...bytes: readonly number[]): Buffer {
  return tlv(0x06, Buffer.from(bytes));
}
