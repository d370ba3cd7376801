/** What the owner sees of the agent's own tools, and does about them. */

import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';
import {
  medianMs,
  stateOf,
  successRate,
  type ToolRecord,
  type ToolRow,
  type ToolService,
} from '../../domain/tools/health.ts';
import type { ToolLedger } from '../../ports/ledgers/tool.ts';
import type { ToolEntry } from './tool-entry.ts';
import type { ToolRegistry } from './tool-registry.ts';
import type { ToolVersions } from './tool-versions.ts';
import type { ToolWorkshop } from './tool-workshop.ts';

/** The service of this process: its list is there at once. */
export interface LocalToolService extends ToolService {
  list(): readonly ToolRow[];
}

export function toolService(
  registry: Pick<ToolRegistry, 'entries' | 'get' | 'reload'>,
  ledger: ToolLedger,
  versions: Pick<ToolVersions, 'history' | 'at'>,
  workshop: Pick<ToolWorkshop, 'revert'>,
  changed: () => void,
): LocalToolService {
  function row(entry: ToolEntry): ToolRow {
    const { name, tool, hash } = entry;
    const record = ledger.get(name);
    const { calls, lastError, lastUsedAt, version, commit, pinned } = record;
    const rate = successRate(record);
    const median = medianMs(ledger.runs(name, 50));
    return {
      name,
      description: tool?.description ?? '',
      ...stateAndReason(entry, record),
      trusted: pinned === hash,
      calls,
      version,
      ...defined({ successRate: rate, medianMs: median, lastError, lastUsedAt, commit }),
    };
  }

  function enable(name: string, { problem, hash }: ToolEntry): void {
    if (problem !== undefined)
      throw fault(
        'invalid',
        `${name} cannot be used: ${problem}. Mend its files, or take it back with "straylight tools revert ${name}"`,
      );
    ledger.change(name, {
      enabled: true,
      pinned: hash,
      quarantined: undefined,
      reason: undefined,
      failuresInRow: 0,
    });
  }

  return {
    list: () => registry.entries().map(row),
    async show(name) {
      const entry = registry.get(name);
      if (!entry) return undefined;
      // without git there is still a tool to show
      const history = await versions.history(name).catch(() => []);
      const { tool, hash, program, source } = entry;
      return {
        ...row(entry),
        hash,
        program,
        ...defined({ parameters: tool?.parameters, timeoutSeconds: tool?.timeoutSeconds, source }),
        history: history.map(({ commit, at, subject }) => ({ commit, at, subject })),
        runs: ledger.runs(name, 20).map(({ call: _, tool: __, hash: ___, ...run }) => run),
      };
    },
    async sourceAt(name, commit) {
      const version = (await versions.history(name)).find(one => one.commit === commit);
      const content = version && (await versions.at(name, version));
      const text = content?.program.toString('utf8');
      return text?.includes('\ufffd') ? undefined : text;
    },
    async change(name, act) {
      if (act === 'revert') {
        const { from, version } = await workshop.revert(name, undefined, 'owner');
        changed();
        return `${name} is again as it was in ${from.commit.slice(0, 7)} (${from.subject}), version ${version}.`;
      }
      const entry = registry.reload(name);
      if (!entry)
        throw fault('invalid', says`there is no tool ${oneLine(name, 80)}; "straylight tools list" names them`);
      if (act === 'enable') enable(name, entry);
      else ledger.change(name, { enabled: false });
      changed();
      return act === 'enable' ? `${name} is in use, and trusted as it is now.` : `${name} is switched off.`;
    },
  };
}

function stateAndReason(entry: ToolEntry, record: ToolRecord): Pick<ToolRow, 'state' | 'reason'> {
  if (entry.problem !== undefined) return { state: 'broken', reason: entry.problem };
  const state = stateOf(record, entry.hash);
  return {
    state,
    ...defined({ reason: state === 'quarantined' && record.reason !== undefined ? record.reason : undefined }),
  };
}
