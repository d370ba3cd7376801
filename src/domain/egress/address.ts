/**
 * IP addresses as bytes, read strictly: one spelling too many is how a filter and a socket come to disagree.
 *
 * IPv4 is four decimal numbers without leading zeros (the octal, hexadecimal and short forms of `inet_aton` are no
 * addresses here;
 * `new URL()` has turned them into this form before anybody asks). IPv6 is RFC 4291 §2.2 without a zone.
 */

/** Four bytes of an IPv4 address or sixteen of an IPv6 one, in network order. */
export type AddressBytes = readonly number[];

/** The bytes of an address, or undefined where the text is not exactly one. */
export function addressBytes(text: string): AddressBytes | undefined {
  return text.includes(':') ? v6Bytes(text) : v4Bytes(text);
}

/** The dotted form of four bytes. */
export function dotted(bytes: AddressBytes): string {
  return bytes.join('.');
}

/** Do the first `length` bits of both agree? False for addresses of different families. */
export function sharesPrefix(a: AddressBytes, b: AddressBytes, length: number): boolean {
  if (a.length !== b.length) return false;
  return a.every((byte, at) => {
    const bits = Math.min(8, Math.max(0, length - 8 * at));
    return ((byte ^ (b[at] ?? 0)) & (0xff00 >> bits) & 0xff) === 0;
  });
}

const octet = /^(?:0|[1-9]\d{0,2})$/;

function v4Bytes(text: string): AddressBytes | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every(part => octet.test(part) && Number(part) <= 255)) return undefined;
  return parts.map(Number);
}

function v6Bytes(text: string): AddressBytes | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = [groupBytes(halves[0] ?? '', halves.length === 1), groupBytes(halves[1] ?? '', true)];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 16 - head.length - tail.length;
  // `::` stands for one group of zeros at least; without it nothing may be missing.
  if (halves.length === 2 ? missing < 2 : missing !== 0) return undefined;
  return [...head, ...Array<number>(missing).fill(0), ...tail];
}

/** The groups between `::` and an end; the last one of the address may be a dotted IPv4. */
function groupBytes(text: string, isLast: boolean): AddressBytes | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [at, group] of groups.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(group)) bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff);
    else {
      const v4 = isLast && at === groups.length - 1 ? v4Bytes(group) : undefined;
      if (v4 === undefined) return undefined;
      bytes.push(...v4);
    }
  }
  return bytes;
}
