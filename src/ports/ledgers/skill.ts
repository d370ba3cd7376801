/** Port: how often skills were used. Writes are called within a transaction of the host. */
import type { SkillUse } from '../../domain/skills/skill.ts';

/** A skill that was loaded in a turn. */
export interface SkillLoad {
  /** The address of the tool call: the same one counts once. */
  readonly call: string;
  readonly skill: string;
  readonly hash: string;
  readonly session: string;
  readonly turn: string;
  readonly at: number;
}

export interface SkillLedger {
  use(skill: string): SkillUse;
  loaded(load: SkillLoad): void;
  /** It stood in so many more requests to a model. */
  offered(skill: string, times: number): void;
  /** Those loaded in a turn of this session that is under way, the newest first. */
  active(session: string): readonly { readonly skill: string; readonly hash: string }[];
}
