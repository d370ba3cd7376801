/** The owner's gates, from the settings: each a check of its kind, all behind one gatekeeper. */
import { createRequire } from 'node:module';
import { markFor } from '../../actors/conversation/marked-data.ts';
import { type Gatekeeper, gatekeeper } from '../../actors/tools/gatekeeper.ts';
import { watchedGate } from '../../actors/tools/watched-gate.ts';
import type * as ModelGate from '../../adapters/gates/model.ts';
import type * as Pattern from '../../adapters/gates/pattern.ts';
import type * as PredicateGate from '../../adapters/gates/predicate.ts';
import type * as ScriptGate from '../../adapters/gates/script.ts';
import { plainName } from '../../domain/egress/names.ts';
import { splitModel } from '../../domain/models/route.ts';
import type { GateRule } from '../../domain/policy/gates.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Gate } from '../../ports/gate.ts';
import type { ModelCalls } from '../../ports/model-call.ts';
import { type Core, type Features, value } from '../feature.ts';
import type { GateSetting } from './settings.ts';

// Where a gate of that kind is set.
const load = createRequire(import.meta.url);

declare module '../feature.ts' {
  interface Features {
    readonly gatekeeper: Gatekeeper;
  }
}

/** Throws `invalid` for a gate that could never be asked. */
export const openGates = value('gatekeeper', ['core', 'models', 'calls', 'telemetry', 'audit', 'hooks'], needs => {
  const { core, models, calls, telemetry, audit, hooks } = needs;
  const settings = core.config.gates;
  const own = settings.map(setting => gateOf(setting, core, models, calls));
  const gates = [...own, ...hooks.gates].map(gate => watchedGate(gate, telemetry.gates));
  const report = (gate: string, text: string) => core.report(`gate:${gate}`, 'failed', text);
  const double = settings.find(({ name }, place) => settings.findIndex(one => one.name === name) !== place);
  if (double) throw fault('invalid', `two gates are named ${double.name}; rename one`);
  return gatekeeper({ gates, record: audit.record, report });
});

function gateOf(setting: GateSetting, { clock }: Core, { providers }: Features['models'], calls: ModelCalls): Gate {
  const { name, on, when, kind, onBlock, promote, timeoutMs } = setting;
  const scope = { tools: when.tool, hosts: when.host.map(plainName), paths: when.path };
  const rule: GateRule = { name, on, scope, onBlock, binds: kind !== 'model' || promote };
  if (kind === 'script')
    return (load('../../adapters/gates/script.ts') as typeof ScriptGate).scriptGate(
      rule,
      setting.program ?? '',
      timeoutMs,
      clock,
    );
  if (kind === 'predicate')
    return (load('../../adapters/gates/predicate.ts') as typeof PredicateGate).predicateGate(rule, {
      ...setting,
      condition: conditionOf(setting),
    });
  const { model } = setting;
  if (model !== undefined && !providers.has(splitModel(model)?.provider ?? ''))
    throw fault('invalid', `the gate ${name} asks ${model}, which has no provider that is set up; see [models]`);
  const mark = (text: string) => markFor(name, text);
  return (load('../../adapters/gates/model.ts') as typeof ModelGate).modelGate(rule, {
    question: setting.question ?? '',
    models: calls,
    model,
    timeoutMs,
    mark,
    clock,
  });
}

function conditionOf({ name, regex, ignoreCase, range, equals, file }: GateSetting) {
  if (regex !== undefined)
    return {
      kind: 'regex',
      matches: (load('../../adapters/gates/pattern.ts') as typeof Pattern).linearPattern(regex, { ignoreCase }),
    } as const;
  if (range !== undefined) return { kind: 'range', least: range[0], most: range[1] } as const;
  if (equals !== undefined) return { kind: 'equals', values: equals } as const;
  if (file !== undefined) return { kind: 'file', file } as const;
  throw fault('defect', `the gate ${name} asks nothing`);
}
