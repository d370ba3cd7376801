/** Which model answers: skill, else role, else default. */
import { type Sentence, says } from '../policy/sentence.ts';
import { type Failure, isRetryable } from '../supervision/failure.ts';
import type { EffortSettings } from './effort.ts';

export interface ModelSettings {
  /** `provider/model`; what answers when nothing else is said. */
  readonly default: string;
  /** Who answers where those before it do not, in this order. */
  readonly fallbacks?: readonly string[];
  readonly roles: Readonly<Record<string, string>>;
  readonly skills: Readonly<Record<string, string>>;
  /** Which of the default and its fall-backs come first. */
  readonly prefer?: Preference;
  readonly effort?: EffortSettings;
}

/** Where a model runs: on a machine of the owner's, or elsewhere. */
export const sides = ['local', 'cloud'] as const;
export type Side = (typeof sides)[number];

export const preferences = [...sides, 'cheapest'] as const;

export type Preference = (typeof preferences)[number];

/** What a preference goes by. `isLocal`: undefined where it is no real model. */
export interface Preferable {
  readonly isLocal: boolean | undefined;
  /** Of a million tokens of request and reply each, in US dollars. */
  readonly cost: number;
}

/** What a model is needed for. `session` is the role of a conversation. */
export interface Work {
  readonly skill?: string;
  readonly role?: string;
  /** `provider/model` that the owner has chosen for this very work: it goes before all others. */
  readonly own?: string | undefined;
}

/** Of a model that no setting names for a piece of work. */
export const byDefault: Sentence = says`the default`;

/** The model for a piece of work, and the setting it comes from. */
export function modelChoice(settings: ModelSettings, work: Work): { readonly name: string; readonly by: Sentence } {
  const bySkill = own(settings.skills, work.skill);
  const byRole = own(settings.roles, work.role);
  if (work.own !== undefined) return { name: work.own, by: says`chosen for this conversation` };
  if (bySkill !== undefined) return { name: bySkill, by: `models.skills.${work.skill}` };
  if (byRole !== undefined) return { name: byRole, by: `models.roles.${work.role}` };
  return { name: settings.default, by: byDefault };
}

/**
 * The models for a piece of work, one after the other: those chosen for it, the default, the fall-backs. The demo model
 * never answers in the place of another, unless it was named as a fall-back: rules would be taken for a bad answer.
 */
export function modelsInLine(settings: ModelSettings, work: Work): readonly string[] {
  const { fallbacks = [] } = settings;
  const first = modelChoice(settings, work).name;
  const next = [modelChoice(settings, { ...work, own: undefined }).name, settings.default];
  return [...new Set([first, ...next.filter(name => !isDemoModel(name)), ...fallbacks])];
}

/** Is it the demo model, which is rules? */
export function isDemoModel(name: string): boolean {
  return name.startsWith('rehearsal/');
}

/**
 * The same line in the order the owner prefers. A model that was named for this very work stays first; equals keep their
 * order.
 */
export function preferred(
  line: readonly string[],
  { prefer }: Pick<ModelSettings, 'prefer'>,
  { by }: Pick<ReturnType<typeof modelChoice>, 'by'>,
  facts: (name: string) => Preferable,
): readonly string[] {
  if (prefer === undefined) return line;
  const named = by === byDefault ? 0 : 1;
  const rank = (name: string) => {
    const { isLocal, cost } = facts(name);
    if (isLocal === undefined) return Number.POSITIVE_INFINITY;
    if (prefer === 'cheapest') return cost;
    return isLocal === (prefer === 'local') ? 0 : 1;
  };
  return [...line.slice(0, named), ...line.slice(named).toSorted((a, b) => rank(a) - rank(b) || 0)];
}

/** Those of a line that run there, in its order. The demo model is local too: it sends nothing anywhere. */
export function modelsOn(line: readonly string[], side: Side, facts: (name: string) => Preferable): readonly string[] {
  return line.filter(name => (facts(name).isLocal === false) === (side === 'cloud'));
}

/**
 * The model at a place in line. An older version named the places `chosen` and `default`; beyond the end stands the
 * last.
 */
export function modelAt(line: readonly string[], place: number | string): string {
  const at = typeof place === 'number' ? place : place === 'default' ? 1 : 0;
  return line[at] ?? line.at(-1) ?? '';
}

/** A member of its own: not what every object has. */
function own(names: Readonly<Record<string, string>>, name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(names, name) ? names[name] : undefined;
}

/** `provider/model` taken apart; the model's own name may hold slashes. Undefined: it is no such name. */
export function splitModel(name: string): { readonly provider: string; readonly model: string } | undefined {
  const slash = name.indexOf('/');
  if (slash <= 0 || slash === name.length - 1) return undefined;
  return { provider: name.slice(0, slash), model: name.slice(slash + 1) };
}

/**
 * May the next in line answer what this one did not? One that refuses the request itself would be followed by another
 * that does.
 */
export function mayAnotherAnswer(failure: Failure): boolean {
  const isUnknownModel = failure.cause?.startsWith('HTTP 404') === true;
  return isRetryable(failure) || failure.kind === 'denied' || failure.kind === 'exhausted' || isUnknownModel;
}
