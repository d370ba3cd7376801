/**
 * The toolbox beside skills: a call that goes beyond what was granted to a skill in use says so, and is asked about. The
 * tools that use skills are offered where there are some.
 */
import { createRequire } from 'node:module';
import type * as Granted from '../../domain/skills/granted.ts';
import type { ActiveSkill } from '../../domain/skills/granted.ts';
import { type FrozenCall, isMalformed } from '../../domain/tools/tool.ts';
import type { Offer, Toolbox } from '../../ports/toolbox.ts';

// With the first call while a skill is in use.
const load = createRequire(import.meta.url);

export interface SkillsInUse {
  /** The skills in use in a conversation; without one a call costs nothing. */
  readonly active: (session: string) => readonly ActiveSkill[];
  /** One of them by its name, whether it is in use or not. */
  readonly named: (skill: string) => ActiveSkill | undefined;
  /** Is any enabled? */
  readonly hasAny: () => boolean;
}

const ofSkills: ReadonlySet<string> = new Set(['load_skill', 'run_skill_script']);

export function skilledToolbox(toolbox: Toolbox, { active, named, hasAny }: SkillsInUse): Toolbox {
  /** The same object as long as nothing has changed. */
  const without = new WeakMap<Offer, Offer>();
  return {
    ...toolbox,
    get declared() {
      return toolbox.declared;
    },
    offer(words, within) {
      const from = toolbox.offer(words, within);
      if (hasAny()) return from;
      const known = without.get(from);
      const offer = known ?? { ...from, specs: from.specs.filter(({ name }) => !ofSkills.has(name)) };
      if (!known) without.set(from, offer);
      return offer;
    },
    resolve(request) {
      const call = toolbox.resolve(request);
      if (isMalformed(call) || request.session === undefined) return call;
      const inUse = withOwn(active(request.session), call, named);
      if (inUse.length === 0) return call;
      const { beyondGrants } = load('../../domain/skills/granted.ts') as typeof Granted;
      const beyond = beyondGrants(call, inUse);
      return beyond.length === 0 ? call : { ...call, facts: { ...call.facts, beyond } };
    },
  };
}

/** A script is of a skill, whether that was loaded before or not. */
function withOwn(
  inUse: readonly ActiveSkill[],
  { tool, arguments: text }: Pick<FrozenCall, 'tool' | 'arguments'>,
  named: SkillsInUse['named'],
): readonly ActiveSkill[] {
  if (tool !== 'run_skill_script' || typeof text !== 'string') return inUse;
  const { skill } = JSON.parse(text) as { readonly skill: string };
  const own = inUse.some(({ name }) => name === skill) ? undefined : named(skill);
  return own ? [...inUse, own] : inUse;
}
