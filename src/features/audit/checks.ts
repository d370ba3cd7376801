/** Whether the audit chain is whole. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnchor } from '../../adapters/audit/anchor.ts';
import { sha256 } from '../../adapters/audit/digest.ts';
import { osKeyring } from '../../adapters/secrets/keyring.ts';
import { openSigningKey, verifySignature } from '../../adapters/secrets/signing-key.ts';
import { withSecurityRecords } from '../../adapters/stores/sqlite/queries/security-records.ts';
import { weakChain } from '../../commands/security/records.ts';
import type { SecurityLook } from '../../commands/security/security.ts';
import { chainCheck } from '../../domain/audit/check.ts';
import type { Weakness } from '../../domain/security/weakness.ts';
import type { LookServices } from '../feature.ts';

export function looks(services: LookServices): readonly SecurityLook[] {
  return [{ name: 'audit', run: () => chainLook(services) }];
}

/**
 * Reads the chain through, with the key of the home: by its file as it lies there, since opening it would mend its
 * mode.
 */
async function chainLook({ paths, program, clock }: LookServices): Promise<readonly Weakness[]> {
  const pem = join(paths.keys, 'signing.pem');
  if (!existsSync(pem) && !existsSync(`${pem}.keyring`)) return [];
  const keyring = osKeyring({ clock });
  const key = existsSync(pem)
    ? String(createPublicKey(createPrivateKey(readFileSync(pem))).export({ format: 'jwk' }).x)
    : (await openSigningKey({ folder: paths.keys, keyring })).publicKey;
  // before the rows: an agent that runs meanwhile signs on, and the rows of a moment ago would end before its anchor
  const found = readAnchor(paths.auditAnchor);
  const problem = withSecurityRecords(paths.database, ({ audit }) => {
    if (audit.head().n === 0 && !audit.hadRows() && found === 'missing') return undefined;
    const check = chainCheck(sha256, verifySignature);
    for (let rows = audit.after(0, pieceRows); rows.length > 0; rows = audit.after(check.head.n, pieceRows))
      for (const row of rows) check.add(row);
    return check.result({ found, key, hashAt: audit.hashAt }).broken?.problem;
  });
  return weakChain(problem, program);
}

const pieceRows = 1_000;
