/**
 * Which addresses nobody outside should be reached under, and why.
 *
 * From the IANA special-purpose registries for IPv4 and IPv6 and the multicast ones, the addresses under which clouds
 * and platforms answer their guests, and, for IPv6, everything outside 2000::/3. Blocks that the registries call
 * globally reachable (AS112, AMT, PCP and TURN anycast) are refused as well: they hold infrastructure and no pages.
 */
import { type Form, says } from '../policy/sentence.ts';
import { type AddressBytes, addressBytes, dotted, sharesPrefix } from './address.ts';

/** Why an address is refused, as the end of a sentence that begins with it; undefined for a public one. */
export function whyNotPublic(bytes: AddressBytes): Form | undefined {
  if (bytes.length === 4) return firstOf(v4Ranges, bytes);
  if (isIsatap(bytes)) return says`is an ISATAP address, which holds an IPv4 address inside (${'RFC 5214'})`;
  if (embedding.some(prefix => sharesPrefix(bytes, prefix, 96))) {
    const inner = bytes.slice(12);
    const why = firstOf(v4Ranges, inner);
    return why && says`stands for ${dotted(inner)}, which ${why}`;
  }
  return firstOf(v6Ranges, bytes);
}

/** Does a cloud or a platform answer its guests under this address? */
export function isForGuests(bytes: AddressBytes): boolean {
  return firstOf(guestRanges, bytes) !== undefined;
}

interface Range {
  readonly prefix: AddressBytes;
  readonly length: number;
  readonly why: Form;
}

const embedding = ['::ffff:0:0', '64:ff9b::'].map(text => addressBytes(text) ?? []);

/** Where clouds and platforms answer their guests: no setting lets them in. */
const guestRanges = ranges([
  ['169.254.169.254/32', says`is the metadata service of a cloud`],
  ['169.254.170.2/32', says`hands out credentials to containers (${'AWS'})`],
  ['169.254.170.23/32', says`hands out credentials to pods (${'AWS'})`],
  ['100.100.100.200/32', says`is the metadata service of a cloud (${'Alibaba'})`],
  ['192.0.0.192/32', says`is the metadata service of a cloud (${'Oracle'})`],
  ['168.63.129.16/32', says`is the platform address of a cloud (${'Azure'})`],
  ['fd00:ec2::254/128', says`is the metadata service of a cloud (${'AWS'})`],
  ['fd00:ec2::23/128', says`hands out credentials to pods (${'AWS'})`],
  ['fd20:ce::254/128', says`is the metadata service of a cloud (${'Google'})`],
  ['fd00:42::42/128', says`is the metadata service of a cloud (${'Scaleway'})`],
]);

// One address in front of the range it lies in has the more telling reason; the first row that fits counts.
const v4Ranges = guestRanges.concat(
  ranges([
    ['0.0.0.0/8', says`means this host or network (${'RFC 791'})`],
    ['10.0.0.0/8', says`is private (${'RFC 1918'})`],
    ['100.64.0.0/10', says`is shared by the customers of a carrier (${'RFC 6598'})`],
    ['127.0.0.0/8', says`is loopback (${'RFC 1122'})`],
    ['169.254.0.0/16', says`is link-local (${'RFC 3927'})`],
    ['172.16.0.0/12', says`is private (${'RFC 1918'})`],
    ['192.0.0.0/24', says`is set aside for protocols (${'RFC 6890'})`],
    ['192.0.2.0/24', says`is for documentation (${'RFC 5737'})`],
    ['192.31.196.0/24', says`is the AS112 sink (${'RFC 7535'})`],
    ['192.52.193.0/24', says`is the AMT relay (${'RFC 7450'})`],
    ['192.88.99.0/24', says`is the former 6to4 relay (${'RFC 7526'})`],
    ['192.168.0.0/16', says`is private (${'RFC 1918'})`],
    ['192.175.48.0/24', says`is the AS112 sink (${'RFC 7534'})`],
    ['198.18.0.0/15', says`is for benchmarks (${'RFC 2544'})`],
    ['198.51.100.0/24', says`is for documentation (${'RFC 5737'})`],
    ['203.0.113.0/24', says`is for documentation (${'RFC 5737'})`],
    ['224.0.0.0/4', says`is multicast (${'RFC 5771'})`],
    ['255.255.255.255/32', says`is broadcast (${'RFC 919'})`],
    ['240.0.0.0/4', says`is reserved (${'RFC 1112'})`],
  ]),
);

const v6Ranges = guestRanges.concat(
  ranges([
    ['::/128', says`means this host (${'RFC 4291'})`],
    ['::1/128', says`is loopback (${'RFC 4291'})`],
    ['::/96', says`is an IPv4-compatible address (${'RFC 4291'})`],
    ['::ffff:0:0:0/96', says`is an IPv4-translated address (${'RFC 2765'})`],
    ['64:ff9b:1::/48', says`is for translation within a network (${'RFC 8215'})`],
    ['100::/64', says`is discarded by routers (${'RFC 6666'})`],
    ['100:0:0:1::/64', says`is a dummy prefix (${'RFC 9780'})`],
    ['5f00::/16', says`is for segment routing within a network (${'RFC 9602'})`],
    ['fc00::/7', says`is unique-local (${'RFC 4193'})`],
    ['fe80::/10', says`is link-local (${'RFC 4291'})`],
    ['fec0::/10', says`is site-local (${'RFC 3879'})`],
    ['ff00::/8', says`is multicast (${'RFC 4291'})`],
    ['2001::/32', says`is Teredo, which holds an IPv4 address inside (${'RFC 4380'})`],
    ['2001:2::/48', says`is for benchmarks (${'RFC 5180'})`],
    ['2001:10::/28', says`is ORCHID, no place in the network (${'RFC 4843'})`],
    ['2001:20::/28', says`is ORCHIDv2, no place in the network (${'RFC 7343'})`],
    ['2001:30::/28', says`identifies a drone, no place in the network (${'RFC 9374'})`],
    ['2001::/23', says`is set aside for protocols (${'RFC 2928'})`],
    ['2001:db8::/32', says`is for documentation (${'RFC 3849'})`],
    ['2002::/16', says`is 6to4, which holds an IPv4 address inside (${'RFC 3056'})`],
    ['2620:4f:8000::/48', says`is the AS112 sink (${'RFC 7534'})`],
    ['3ffe::/16', says`is of the former 6bone (${'RFC 3701'})`],
    ['3fff::/20', says`is for documentation (${'RFC 9637'})`],
  ]),
  outside('2000::/3', says`lies outside 2000::/3, where public addresses are`),
);

/** The interface part says so, under any prefix. */
function isIsatap(bytes: AddressBytes): boolean {
  const [flags, ...rest] = bytes.slice(8, 12);
  return (flags === 0 || flags === 2) && rest.join() === '0,94,254';
}

function firstOf(table: readonly Range[], bytes: AddressBytes): Form | undefined {
  return table.find(({ prefix, length }) => sharesPrefix(bytes, prefix, length))?.why;
}

function ranges(rows: readonly (readonly [block: string, why: Form])[]): readonly Range[] {
  return rows.map(([block, why]) => {
    const [address = '', length] = block.split('/');
    return { prefix: addressBytes(address) ?? [], length: Number(length), why };
  });
}

/** The blocks beside `block` that together with it are the whole space. */
function outside(block: string, why: Form): readonly Range[] {
  const [{ prefix, length } = { prefix: [], length: 0 }] = ranges([[block, why]]);
  return Array.from({ length }, (_, bit) => ({
    prefix: prefix.map((byte, at) => (at === bit >> 3 ? byte ^ (0x80 >> (bit & 7)) : byte)),
    length: bit + 1,
    why,
  }));
}
