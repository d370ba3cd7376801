/** Addresses of actors and effects: what they are made of, and what they say. */
import { hash } from 'node:crypto';

/** The first word of an address. */
export function kindOf(address: string): string {
  const colon = address.indexOf(':');
  return colon < 0 ? address : address.slice(0, colon);
}

/** Names the effect, child or message that a step asked for at a place in its list: `owner#seq.index`. */
export function requestId(owner: string, seq: number, index: number): string {
  return `${owner}#${seq}.${index}`;
}

/** Is it the address of an effect, and not of an actor? */
export function isEffect(address: string): boolean {
  return address.includes('#');
}

/** The step of its owner that asked for an effect. */
export function stepOf(effect: string): number {
  return Number.parseInt(effect.slice(effect.lastIndexOf('#') + 1), 10);
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The address of a child actor: its kind and 8 base62 characters of the SHA-256 of the id of the request that starts
 * it.
 */
export function childAddress(kind: string, request: string, isTaken: (address: string) => boolean): string {
  const digest = hash('sha256', request, 'buffer');
  for (let offset = 0; offset + 6 <= digest.length; offset += 6) {
    let number = digest.readUIntBE(offset, 6);
    let key = '';
    for (let place = 0; place < 8; place += 1) {
      key += base62[number % 62];
      number = Math.floor(number / 62);
    }
    if (!isTaken(`${kind}:${key}`)) return `${kind}:${key}`;
  }
  throw new Error(`no free address for ${request}`);
}
