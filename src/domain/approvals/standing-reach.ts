/**
 * Could a pattern ever speak for a call? Said before it is given, so that none waits for a call it may not speak for.
 *
 * Judged by what the pattern itself says, whatever secrets a command may be given. Where only some of the calls it
 * covers are beyond any standing approval, it is given, and those are asked for each time.
 */

import { judge, type Verdict } from '../policy/policy.ts';
import { inEnglish } from '../policy/sentence.ts';
import { type ExecutorKind, executorKinds } from '../security/sandbox.ts';
import { plainWords } from '../shell/plain-command.ts';
import type { JsonObject } from '../text/json.ts';
import { oneLine } from '../text/visible.ts';
import { judgedByOf, judgedCommand, rulesOf } from '../tools/declaration.ts';
import type { CallRules, ToolSpec } from '../tools/tool.ts';
import { type ArgumentPattern, neverStanding, quoted, type StandingPattern } from './standing.ts';

export interface StandingSurroundings {
  /** Where commands run; left out: anywhere. */
  readonly executor?: ExecutorKind;
  /** The tool as it is offered; left out: its arguments are not known. */
  readonly spec?: Pick<ToolSpec, 'parameters'>;
  /** By which rules its calls are judged. */
  readonly judgedBy?: CallRules;
}

/** Why no call within the pattern may ever be spoken for; undefined: one may. */
export function neverWithin(
  pattern: StandingPattern,
  { executor, spec, judgedBy }: StandingSurroundings,
): string | undefined {
  const problem = (spec && argumentProblem(pattern, spec)) ?? addressProblem(pattern);
  if (problem !== undefined) return problem;
  const command = pattern.arguments['command'];
  if (rulesOf({ tool: pattern.tool, ...judgedByOf({ judgedBy }) }) !== 'command' || command === undefined)
    return undefined;
  const examples = examplesOf(command);
  const odd = 'words' in command ? examples.map(plainWords).find(one => 'problem' in one) : undefined;
  if (odd && 'problem' in odd) return `These words are not a plain command: ${inEnglish(odd.problem)}.`;
  const found = examples.map(text => neverOf(text, executor === undefined ? executorKinds : [executor]));
  return found.includes(undefined) ? undefined : found[0];
}

/** A call names every argument it has to, and no other; so a pattern that does not covers none. */
function argumentProblem({ tool, arguments: given }: StandingPattern, { parameters }: Pick<ToolSpec, 'parameters'>) {
  const { properties = {}, required = [] } = parameters as {
    readonly properties?: JsonObject;
    readonly required?: readonly string[];
  };
  const [taken, named] = [Object.keys(properties), Object.keys(given)];
  const other = named.find(name => !taken.includes(name));
  if (other !== undefined)
    return `${tool} takes no argument "${oneLine(other, 40)}"; it takes ${taken.join(', ') || 'none'}.`;
  const missing = required.filter(name => !named.includes(name));
  return missing.length === 0
    ? undefined
    : `A pattern has to name every argument of a call, and ${tool} always gets ${missing.join(', ')}.`;
}

/** An address is allowed by its whole host: what could go on within it would be another one. */
function addressProblem({ arguments: given }: StandingPattern): string | undefined {
  for (const [name, one] of Object.entries(given))
    if ('prefix' in one && /^https?:(?!\/\/[^/?#@\\]+\/)/i.test(one.prefix))
      return `${name} begins with "${oneLine(one.prefix, 80)}"; an address begins with its whole host and "/", as in https://api.example.com/.`;
  return undefined;
}

/** The least of what the pattern covers, and one with more where it may go on. */
function examplesOf(pattern: ArgumentPattern): readonly string[] {
  if ('is' in pattern) return typeof pattern.is === 'string' ? [pattern.is] : [];
  if ('prefix' in pattern) return [pattern.prefix, `${pattern.prefix}x`];
  if ('glob' in pattern) return [pattern.glob.replace(/\*+/g, ''), pattern.glob.replace(/\*+/g, 'x')];
  const words = pattern.words.map(quoted).join(' ');
  return pattern.more ? [words, `${words} x`] : [words];
}

/** Why this command is never spoken for; undefined: somewhere it is asked for and may be, or it is never asked for. */
function neverOf(command: string, places: readonly ExecutorKind[]): string | undefined {
  let never: string | undefined;
  for (const executor of places)
    for (const secrets of [{}, { secrets: ['ANY'] }]) {
      const call = judgedCommand(command, executor);
      const facts = { ...call.facts, ...secrets };
      const verdict = judge({ ...call, facts }, { taint: 'owner', executor });
      if (verdict.verdict === 'allow') continue;
      const why = refusal(verdict) ?? neverStanding({ facts, risk: verdict.risk, taint: 'owner' });
      if (why === undefined) return undefined;
      never ??= `“${oneLine(command, 80)}”: ${inEnglish(verdict.reasons[0] ?? '')} ${why}`;
    }
  return never;
}

function refusal({ verdict }: Verdict): string | undefined {
  return verdict === 'deny' ? 'It is always refused.' : undefined;
}
