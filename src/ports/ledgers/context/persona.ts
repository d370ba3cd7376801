/** Port: how the owner has said that the agent is to speak. */
import type { Axis, PersonalityChoice } from '../../../domain/personality/personality.ts';

export interface PersonaLedger {
  get(): PersonalityChoice;
  /** Within a transaction of the host, as all that follows. */
  setAxis(axis: Axis, value: number, at: number): void;
  /** Single axes that were set before are set no more. */
  setPreset(name: string, at: number): void;
  clear(): void;
}
