/** Which of the agent's own tools can be used, which of them a model is told of, and what a run of one leads to. */

import { judge } from '../../domain/policy/policy.ts';
import { defined } from '../../domain/text/json.ts';
import { chooseTools } from '../../domain/tools/choice.ts';
import { executorOf } from '../../domain/tools/declaration.ts';
import { successRate, type ToolRecord } from '../../domain/tools/health.ts';
import type { ScriptTool } from '../../domain/tools/script-tool.ts';
import type { FrozenCall, ToolSpec } from '../../domain/tools/tool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor } from '../../ports/executor.ts';
import type { ToolLedger } from '../../ports/ledgers/tool.ts';
import type { ToolContext } from '../../ports/tool.ts';
import type { ToolSource } from '../../ports/tool-source.ts';
import type { Offer } from '../../ports/toolbox.ts';
import { type ChoosesBy, keptOffers } from '../toolbox/kept-offers.ts';
import { bareParameters } from './bare-parameters.ts';
import { describe, scriptTool } from './script-tool.ts';
import { endOf, type ScriptOutcome } from './script-tool-run.ts';
import type { ToolEntry } from './tool-entry.ts';
import { outOfUse, toolNotes } from './tool-notes.ts';
import type { ToolRegistry } from './tool-registry.ts';

export function toolShelf(options: {
  readonly registry: Pick<ToolRegistry, 'entries' | 'get' | 'reload'>;
  readonly ledger: ToolLedger;
  readonly executor: Executor;
  readonly clock: Clock;
  /** How many are offered in full. */
  readonly most: number;
  /** What is kept of an error passes it. */
  readonly redact: (text: string) => string;
  /** A tool was set aside just now. */
  readonly quarantined: (name: string, reason: string) => void;
}): ToolSource {
  const { registry, ledger, executor, clock, most, redact } = options;
  const isCut = () => registry.entries().length > most;
  const offers = keptOffers(most, isCut, compose);

  function compose(by: ChoosesBy): Offer {
    const records = new Map(ledger.all().map(record => [record.name, record]));
    const all = registry.entries().map(entry => ({ entry, record: records.get(entry.name) ?? ledger.get(entry.name) }));
    const usable = all.filter(one => outOfUse(one.entry, one.record) === undefined && one.entry.tool !== undefined);
    const candidates = usable.map(({ entry, record }) => candidate(entry as Loaded, record));
    const chosen = chooseTools(candidates, { ...by, most });
    const names = new Set(chosen.map(({ name }) => name));
    const rest = candidates.filter(({ name }) => !names.has(name)).map(({ spec }) => spec);
    return {
      specs: chosen.map(({ spec }) => spec),
      notes: redact(toolNotes(rest, all)),
    };
  }

  function run(name: string, hash: string, outcome: ScriptOutcome, { call }: ToolContext): string | undefined {
    if (outcome.isCut) return undefined;
    const { ok, ms, error } = outcome;
    const kept = error === undefined ? {} : { error: redact(endOf(error, longestError)) };
    const wasAside = ledger.get(name).quarantined === hash;
    const record = ledger.ran({ call, tool: name, hash, ok, ms, at: clock.now(), ...kept });
    const isAside = record.quarantined === hash && !wasAside;
    // a run moves a tool's place in the choice, but where all are offered there is none
    if (isAside || isCut()) offers.changed();
    if (!isAside) return undefined;
    options.quarantined(name, record.reason ?? '');
    return `${name} is now quarantined and can no longer be used: ${record.failuresInRow} failures in a row. Look at it with show_tool and repair it with create_tool, or take it back with revert_tool.`;
  }

  return {
    offer: offers.offer,
    find(name, call) {
      const entry = registry.get(name);
      if (!entry) return undefined;
      const record = ledger.get(name);
      const problem = outOfUse(entry, record);
      if (problem !== undefined || !entry.tool) return { problem: `${name} ${problem ?? 'is no tool'}.` };
      const { hash } = entry;
      const trusted = record.pinned === hash;
      const tool = scriptTool(entry as Loaded, {
        executor,
        trusted,
        now: () => registry.reload(name),
        starting: () => {
          if (trusted || !call || !wasAllowed(call)) return;
          ledger.change(name, { pinned: hash });
          offers.changed();
        },
        ended: (outcome, context) => run(name, hash, outcome, context),
      });
      return { tool, version: hash };
    },
    names: () => registry.entries().flatMap(({ name, tool }) => (tool ? [name] : [])),
    changed: offers.changed,
    // what watches its files is closed with the library
    close: async () => {},
  };
}

type Loaded = ToolEntry & { readonly tool: ScriptTool };

const longestError = 600;

/**
 * It runs, and it would have been put before the owner however little the conversation was distrusted: so the owner has
 * said yes, to this very content.
 */
function wasAllowed(call: FrozenCall): boolean {
  return judge(call, { taint: 'owner', executor: executorOf(call) }).verdict === 'ask';
}

function candidate({ tool, hash }: Loaded, record: ToolRecord) {
  const { name, description, parameters } = tool;
  const rate = successRate(record);
  const isVouchedFor = record.pinned === hash;
  const spec: ToolSpec = {
    name,
    description: describe(description, isVouchedFor),
    parameters: isVouchedFor ? parameters : bareParameters(parameters),
  };
  return {
    name,
    description,
    spec,
    lastAt: Math.max(record.lastUsedAt ?? 0, record.changedAt ?? 0),
    ...defined({ successRate: rate }),
  };
}
