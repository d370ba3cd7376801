/**
 * The machine around the home: who else is on it, what listens, what the environment holds, how the running process was
 * started.
 */
import { readFileSync } from 'node:fs';
import type { Weakness } from '../../domain/security/weakness.ts';

/** Accounts of other people: a login shell and a number people get. `passwd`: the text of /etc/passwd. */
export function otherUsers(passwd: string, ownUid: number): readonly string[] {
  return passwd.split('\n').flatMap(line => {
    const [name = '', , uid = '', , , , shell = ''] = line.split(':');
    const number = Number(uid);
    const isPerson = /^\d+$/.test(uid) && number >= 1_000 && number < 65_534 && number !== ownUid;
    return isPerson && shell !== '' && !/\/(?:nologin|false|sync|halt|shutdown)$/.test(shell) ? [name] : [];
  });
}

/** They can take the port of the page; one that is new at each start they would have to guess. */
export function sharedPort(users: readonly string[], port: number | undefined): readonly Weakness[] {
  return users.length > 0 && port !== undefined && port !== 0 ? [{ kind: 'users', names: users }] : [];
}

/** Programs that listen on the page's port beyond loopback. `tables`: the texts of /proc/net/tcp and tcp6. */
export function openAddress(tables: readonly string[], port: number | undefined): readonly Weakness[] {
  if (port === undefined || port === 0) return [];
  const open = tables.flatMap(table =>
    table.split('\n').flatMap(line => {
      const [, address = '', hex = '', state] = /^\s*\d+: ([\dA-F]+):([\dA-F]{4}) \S+ ([\dA-F]{2}) /.exec(line) ?? [];
      return state === '0A' && Number.parseInt(hex, 16) === port && !isLoopback(address) ? [shown(address)] : [];
    }),
  );
  return open.length > 0 ? [{ kind: 'address', names: [...new Set(open)].map(one => `${one}:${port}`) }] : [];
}

/** Four bytes in the order of this machine; ::1 and mapped 127.0.0.0/8 for the long ones. */
function isLoopback(address: string): boolean {
  return (
    /^[\dA-F]{6}7F$/.test(address) ||
    address === '00000000000000000000000001000000' ||
    /^0{16}FFFF0000[\dA-F]{6}7F$/.test(address)
  );
}

function shown(address: string): string {
  if (/^0+$/.test(address)) return address.length === 8 ? '0.0.0.0' : '[::]';
  if (address.length !== 8) return '[IPv6]';
  const bytes = address.match(/../g) ?? [];
  return bytes
    .toReversed()
    .map(byte => Number.parseInt(byte, 16))
    .join('.');
}

/** Keys that come from the environment and not from `.env`, where a service or other users share it. */
export function sharedKeys(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  isShared: boolean,
): readonly Weakness[] {
  const held = names.filter(name => (env[name] ?? '') !== '');
  return isShared && held.length > 0 ? [{ kind: 'environment', names: held }] : [];
}

/** Options of the process that holds the home. `commandLine`: its words, each ended by a NUL, as /proc has them. */
export function statelyOn(commandLine: string): readonly Weakness[] {
  const words = commandLine.split('\0');
  const named = words.filter(word => word === '--stately' || word.startsWith('--stately-ws'));
  return named.length > 0 ? [{ kind: 'stately', names: named }] : [];
}

/** A file of the system; empty where there is none. */
export function systemText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
