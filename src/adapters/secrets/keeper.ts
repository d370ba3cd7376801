/**
 * The secrets while Straylight runs: held in memory alone, judged by their owner's rules, written down each time one is
 * asked for.
 *
 * A value leaves here in the last step before it is used, for one use, and only once that use stands in the audit. What
 * is read is learned by the redactor first, so nothing that ever comes back shows it.
 */
import type { AuditNote } from '../../domain/audit/audit.ts';
import {
  mainAgent,
  type SecretRow,
  type SecretTakers,
  type SecretUse,
  type SecretWay,
  whyNotUsed,
} from '../../domain/secrets/rule.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import type { SecretRequest } from '../../ports/secrets/access.ts';
import type { SecretKeeper } from '../../ports/secrets/keeper.ts';
import type { SecretVault, VaultEntry } from '../../ports/secrets/vault.ts';
import { type HeldSecrets, heldSecrets } from './held-secrets.ts';

/**
 * Reads the vault once. One that cannot be opened stops nothing: no secret can be used then, and `trouble` says why.
 */
export async function openSecrets(options: {
  readonly vault: SecretVault;
  /** The redactor: from now on this value is not shown. */
  readonly learn: (name: string, value: string) => void;
  /** Writes it down for good before it answers; what it throws keeps the value here. */
  readonly record: (note: AuditNote) => void;
  /** When each was last used, by name; epoch ms. */
  readonly lastUses: () => ReadonlyMap<string, number>;
  /** The tools there are that take secrets. */
  readonly takers: () => SecretTakers;
  readonly agent?: string;
}): Promise<SecretKeeper> {
  const { record, takers, agent = mainAgent } = options;
  const followers: (() => void)[] = [];
  const own = heldSecrets(options);
  const held: HeldSecrets = {
    ...own,
    async reload() {
      await own.reload();
      for (const changed of followers) changed();
    },
  };

  function judge({ name, use }: SecretRequest): string | undefined {
    const trouble = held.trouble();
    if (trouble !== undefined) return `No secret can be used: ${trouble}.`;
    return whyNotUsed(name, held.get(name)?.rule, agent, use);
  }

  function recordUse({ name, use }: SecretRequest, refused: string | undefined, call?: string): void {
    record({
      kind: refused === undefined ? 'secret.used' : 'secret.refused',
      subject: name,
      actor: call,
      facts: { ...whereOf(use), agent, reason: refused ?? 'The owner’s rule for it allows this.' },
    });
  }

  /** Every refusal, each of them recorded. */
  function refusal(requests: readonly SecretRequest[], call?: string): string | undefined {
    const refused = requests.flatMap(request => {
      const why = judge(request);
      if (why !== undefined) recordUse(request, why, call);
      return why ?? [];
    });
    return refused.length === 0 ? undefined : [...new Set(refused)].join(' ');
  }

  await held.reload();
  return {
    refusal(requests) {
      if (requests.length > 0 && held.isStale()) {
        void held.reload();
        return 'The secrets were changed a moment ago and are being read again. Call again.';
      }
      return refusal(requests);
    },
    async reveal(requests, call) {
      if (requests.length === 0) return new Map();
      if (held.isStale()) await held.reload();
      const why = refusal(requests, call);
      if (why !== undefined) throw fault('denied', why);
      return new Map(
        requests.map(request => {
          recordUse(request, undefined, call);
          return [request.name, held.get(request.name)?.value ?? ''];
        }),
      );
    },
    service: secretService(held, options),
    held: () => held.all().map(({ value: _, ...row }) => row),
    async keep(entry) {
      await options.vault.set(entry);
      await held.reload();
    },
    follow: changed => void followers.push(changed),
    describe: () => described(held.all(), agent, takers()),
    get trouble() {
      return held.trouble();
    },
  };
}

/** The secrets for their owner; no value is among them. */
function secretService(
  held: HeldSecrets,
  { lastUses, takers }: Pick<Parameters<typeof openSecrets>[0], 'lastUses' | 'takers'>,
): SecretKeeper['service'] {
  const requireVault = () => {
    const trouble = held.trouble();
    if (trouble !== undefined) throw fault('unavailable', trouble);
  };
  return {
    list() {
      requireVault();
      const uses = lastUses();
      return held.all().map(({ value: _, ...row }): SecretRow => {
        const lastUsedAt = uses.get(row.name);
        return lastUsedAt === undefined ? row : { ...row, lastUsedAt };
      });
    },
    takers,
    async reload() {
      await held.reload();
      requireVault();
      const count = held.all().length;
      return `Straylight knows ${count === 1 ? '1 secret' : `${count} secrets`}.`;
    },
  };
}

function whereOf(use: SecretUse): JsonObject {
  if (use.way === 'header') return { tool: use.tool, host: URL.parse(use.url)?.host ?? '', header: use.header };
  return { tool: use.tool, command: use.command.slice(0, 300), variable: use.variable };
}

/** Where a tool may use a secret; nothing of a tool that takes none. */
function placesOf({ rule }: VaultEntry, tool: string, way: SecretWay | undefined): readonly string[] {
  const { hosts, headers, commands } = rule;
  if (way === undefined) return [];
  if (way === 'header') return [`in the header ${headers.join(' or ')} of ${tool} to ${hosts.join(' or ')}`];
  const begun = commands.map(one => `“${one}”`).join(' or ');
  return [`as a variable of ${tool}${begun === '' ? '' : ` that begins with ${begun}`}`];
}

function described(entries: readonly VaultEntry[], agent: string, takers: SecretTakers): string {
  const mine = entries.filter(({ rule }) => rule.agents.includes(agent));
  if (mine.length === 0) return '';
  const lines = mine.map(entry => {
    const where = entry.rule.tools.flatMap(tool => placesOf(entry, tool, takers.get(tool))).join('; ');
    return `- ${entry.name}${entry.note === undefined ? '' : ` (${entry.note.replace(/\s+/g, ' ')})`}: ${where}`;
  });
  return [
    '## Secrets',
    'The owner lets you use these by name; nobody ever shows you a value. In a header write {{secret:NAME}} where the value belongs, as in',
    '"Bearer {{secret:NAME}}"; a command gets one as a variable through the argument "secrets".',
    ...lines,
  ].join('\n');
}
