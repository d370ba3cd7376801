/**
 * The looks of `straylight doctor --security`, at a home as it lies there: nothing is opened for use, and nothing is
 * changed.
 */

import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HomePaths } from '../../../config/home.ts';
import type { Config, Loaded } from '../../../config/load.ts';
import { readAnchor } from '../../adapters/audit/anchor.ts';
import { sha256 } from '../../adapters/audit/log.ts';
import { builtInKinds } from '../../adapters/kinds.ts';
import { randomText, systemClock } from '../../adapters/process/clock.ts';
import { scriptsFolder } from '../../adapters/scripts/scripts-folder.ts';
import { readToolEntry } from '../../adapters/scripts/tool-entry.ts';
import { osKeyring } from '../../adapters/secrets/keyring.ts';
import { openSigningKey, verifySignature } from '../../adapters/secrets/signing-key.ts';
import { type SecurityRecords, withSecurityRecords } from '../../adapters/stores/sqlite/security-records.ts';
import { holder } from '../../commands/reach.ts';
import {
  openAddress,
  otherUsers,
  sharedKeys,
  sharedPort,
  statelyOn,
  systemText,
} from '../../commands/security/machine.ts';
import { formerAgent, openFiles, weakGates, weakTokens, workspaceHooks } from '../../commands/security/places.ts';
import { changedTools, weakChain, weakKey, weakStanding } from '../../commands/security/records.ts';
import type { SecurityLook } from '../../commands/security/security.ts';
import { weakSettings } from '../../commands/security/settings.ts';
import { chainCheck } from '../../domain/audit/check.ts';
import { shellWord, type Weakness } from '../../domain/security/weakness.ts';
import type { ChannelKind } from '../../ports/channel-kind.ts';
import { isSetUp } from '../channels/open-channels.ts';
import { networkOf } from '../network.ts';
import { openSandbox } from '../sandbox/sandbox.ts';

export interface SecurityOptions {
  readonly paths: HomePaths;
  /** The settings, as loading them went. */
  readonly loaded: Loaded;
  /** Of this process; that of a running one is read where it can be. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Every look; without valid settings those that need none. */
export function securityLooks({ paths, loaded, env }: SecurityOptions): readonly SecurityLook[] {
  const program = `straylight --home ${shellWord(paths.home)}`;
  const now = systemClock.now();
  const records = (look: (records: SecurityRecords) => readonly Weakness[]) =>
    withSecurityRecords(paths.database, look) ?? [];
  const looks: readonly SecurityLook[] = [
    { name: 'modes', run: () => openFiles(paths) },
    { name: 'tokens', run: () => weakTokens(paths, program, now) },
    { name: 'hooks', run: () => workspaceHooks(paths) },
    { name: 'scripts', run: () => formerAgent(paths) },
    { name: 'standing approvals', run: () => records(({ standing }) => weakStanding(standing(now), program, now)) },
    { name: 'tools', run: () => records(({ tools }) => changedTools(tools(), hashesIn(paths.scripts), program)) },
    { name: 'audit', run: () => chainLook(paths, program) },
    { name: 'process', run: () => statelyOn(ofRunning(paths, 'cmdline')) },
  ];
  if (!loaded.ok) return [...looks, { name: 'settings', run: () => Promise.reject(new Error(loaded.message)) }];
  return [...looks, ...settledLooks(loaded.config, env)];
}

function settledLooks(config: Config, env: SecurityOptions['env']): readonly SecurityLook[] {
  const { paths, gates, keys, channels } = config;
  const { web } = channels;
  const port = web.enabled ? web.port : undefined;
  const users = () => otherUsers(systemText('/etc/passwd'), process.getuid?.() ?? -1);
  const pem = join(paths.keys, 'signing.pem');
  return [
    { name: 'settings', run: () => [...weakSettings(config), ...weakChannels(config, builtInKinds.channels)] },
    { name: 'gates', run: () => weakGates(gates) },
    { name: 'sandbox', run: () => sandboxLook(config) },
    { name: 'port', run: () => openAddress(['/proc/net/tcp', '/proc/net/tcp6'].map(systemText), port) },
    { name: 'users', run: () => sharedPort(users(), port) },
    {
      name: 'environment',
      run() {
        const running = ofRunning(paths, 'environ');
        const held = running === '' ? env : Object.fromEntries(running.split('\0').map(one => one.split(/=(.*)/s)));
        return sharedKeys(held, config.secretNames, held['INVOCATION_ID'] !== undefined || users().length > 0);
      },
    },
    {
      name: 'keyring',
      run: async () =>
        weakKey(pem, existsSync(pem), keys.store === 'auto' && existsSync(pem) && (await answersKeyring())),
    },
  ];
}

function weakChannels(config: Config, kinds: readonly ChannelKind[]): readonly Weakness[] {
  const here = kinds.filter(kind => isSetUp(kind, config));
  return here.flatMap(({ name, weaknesses }) => weaknesses?.(config.channels.settings[name]) ?? []);
}

async function sandboxLook(config: Config): Promise<readonly Weakness[]> {
  const sandbox = await openSandbox({ config, network: networkOf(config, systemClock), log: () => {} });
  await sandbox.close();
  return sandbox.executor.kind === 'direct' ? [{ kind: 'direct', names: [sandbox.reason] }] : [];
}

async function answersKeyring(): Promise<boolean> {
  try {
    await osKeyring({ clock: systemClock, deadlineMs: 3_000 }).get(`probe ${randomText(8)}`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the chain through, with the key of the home: by its file as it lies there, since opening it would mend its
 * mode.
 */
async function chainLook(paths: HomePaths, program: string): Promise<readonly Weakness[]> {
  const pem = join(paths.keys, 'signing.pem');
  if (!existsSync(pem) && !existsSync(`${pem}.keyring`)) return [];
  const keyring = osKeyring({ clock: systemClock });
  const key = existsSync(pem)
    ? String(createPublicKey(createPrivateKey(readFileSync(pem))).export({ format: 'jwk' }).x)
    : (await openSigningKey({ folder: paths.keys, keyring })).publicKey;
  const problem = withSecurityRecords(paths.database, ({ audit }) => {
    const found = readAnchor(paths.auditAnchor);
    if (audit.head().n === 0 && !audit.hadRows() && found === 'missing') return undefined;
    const check = chainCheck(sha256, verifySignature);
    for (let rows = audit.after(0, pieceRows); rows.length > 0; rows = audit.after(check.head.n, pieceRows))
      for (const row of rows) check.add(row);
    return check.result({ found, key, hashAt: audit.hashAt }).broken?.problem;
  });
  return weakChain(problem, program);
}

const pieceRows = 1_000;

function hashesIn(scripts: string): (name: string) => string | undefined {
  const folder = scriptsFolder(scripts, () => randomText(8));
  return name => readToolEntry(folder, name, () => false)?.hash;
}

/** What the system says of the process that holds the home; empty where there is none, or the system says nothing. */
function ofRunning({ lockFile, portFile }: HomePaths, what: 'cmdline' | 'environ'): string {
  const running = holder(lockFile, portFile);
  return running === undefined ? '' : systemText(`/proc/${running.pid}/${what}`);
}
