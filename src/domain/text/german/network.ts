/** Why a request may not leave: the ends of sentences that begin with a host or an address. */
import type { Rows } from './rows.ts';

const own = 'means this host (RFC 6761)';

const ends: readonly (readonly [string, string])[] = [
  [own, 'ist dieser Rechner (RFC 6761)'],
  ['means this host or its network', 'ist dieser Rechner oder sein Netz'],
  ['is a name of the local network (RFC 6762)', 'ist ein Name des lokalen Netzes (RFC 6762)'],
  [
    'is for private use (ICANN), cloud metadata included',
    'ist für privaten Gebrauch (ICANN), auch für Metadaten einer Cloud',
  ],
  [
    'is for infrastructure and home networks (RFC 3172, RFC 8375)',
    'ist für Infrastruktur und Heimnetze (RFC 3172, RFC 8375)',
  ],
  ['is a name inside a cluster', 'ist ein Name in einem Cluster'],
  ['is not a host name', 'ist kein Rechnername'],
  ['is a single word, which only a local network resolves', 'ist ein einzelnes Wort, das nur ein lokales Netz auflöst'],
  ['is blocked by the owner (blocked_domains)', 'hast du gesperrt (blocked_domains)'],
  ['is not an address', 'ist keine Adresse'],
  ['has no address', 'hat keine Adresse'],
  ['does not exist', 'gibt es nicht'],
  ['is a public address', 'ist eine öffentliche Adresse'],
];

/** Ends that stand with a number of a document behind them, which they keep. */
const ranges: readonly (readonly [string, string])[] = [
  ['is the metadata service of a cloud', 'ist der Metadatendienst einer Cloud'],
  ['hands out credentials to (?:containers|pods)', 'verteilt Zugangsdaten'],
  ['is the platform address of a cloud', 'ist die Plattformadresse einer Cloud'],
  ['means this host or network', 'ist dieser Rechner oder sein Netz'],
  ['means this host', 'ist dieser Rechner'],
  ['is private', 'ist privat'],
  ['is shared by the customers of a carrier', 'teilen sich die Kunden eines Anbieters'],
  ['is loopback', 'ist dieser Rechner selbst'],
  ['is link-local', 'gilt nur im lokalen Netz'],
  ['is site-local', 'gilt nur im lokalen Netz'],
  ['is unique-local', 'gilt nur im eigenen Netz'],
  ['is set aside for protocols', 'ist Protokollen vorbehalten'],
  ['is for documentation', 'ist für Beispiele in Texten'],
  ['is for benchmarks', 'ist für Messungen'],
  ['is multicast', 'ist Multicast'],
  ['is broadcast', 'ist Broadcast'],
  ['is reserved', 'ist reserviert'],
];

const escaped = (text: string) => text.replace(/[()]/g, '\\$&');

export const network: Rows = [
  [/^this request may not leave: ([\s\S]+)$/, 'diese Anfrage darf nicht hinaus: {1}'],
  [
    /^([\s\S]+); if it is yours, let it in by hand: (.+) in config\.toml$/,
    '{1}; ist es deiner, lass ihn von Hand zu: $2 in config.toml',
  ],
  [
    /^(\S+) does not exist, or has no address; check the spelling$/,
    '$1 gibt es nicht, oder es hat keine Adresse; prüf die Schreibweise',
  ],
  [
    /^DNS gave no answer for (\S+) \((.+)\); try again later$/,
    'zu $1 kam keine Antwort vom DNS ($2); versuch es später',
  ],
  [/^redirect (\d+): ([\s\S]+)$/, 'Weiterleitung $1: {2}'],
  [/^more than (\d+) redirects$/, 'mehr als $1 Weiterleitungen'],
  [/^the redirect leads to something that is not a URL$/, 'die Weiterleitung führt zu etwas, das keine URL ist'],
  [
    /^nothing in the URL is refused; the addresses of (.+) are judged when it is fetched$/,
    'an der URL ist nichts abzulehnen; die Adressen von $1 werden beim Abruf beurteilt',
  ],
  [/^every address of (.+) is public$/, 'jede Adresse von $1 ist öffentlich'],
  [/^(\S+) is an alias: ([\s\S]+)$/, '$1 ist ein Alias: {2}'],
  [/^(\S+) is refused: ([\s\S]+)$/, '$1 ist abgelehnt: {2}'],
  ...ends.map(([end, german]) => [new RegExp(`^(\\S+) ${escaped(end)}$`), `$1 ${german}`] as const),
  ...ranges.map(([end, german]) => [new RegExp(`^(\\S+) ${end}( \\(.+\\))?$`), `$1 ${german}$2`] as const),
];
