/** The toolbox while a skill is in use: a call that goes beyond what was granted to it says so, and is asked about. */
import { type ActiveSkill, beyondGrants } from '../../domain/skills/granted.ts';
import { isMalformed } from '../../domain/tools/tool.ts';
import type { Toolbox } from '../../ports/toolbox.ts';

/** `active`: the skills in use in a conversation; without one a call costs nothing. */
export function skilledToolbox(toolbox: Toolbox, active: (session: string) => readonly ActiveSkill[]): Toolbox {
  return {
    ...toolbox,
    get declared() {
      return toolbox.declared;
    },
    resolve(request) {
      const call = toolbox.resolve(request);
      if (isMalformed(call) || request.session === undefined) return call;
      const beyond = beyondGrants(call, active(request.session));
      return beyond.length === 0 ? call : { ...call, facts: { ...call.facts, beyond } };
    },
  };
}
