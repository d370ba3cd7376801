/** Removes the copies that steps of a plan worked on. */
import { copyName } from '../../domain/agents/agent.ts';
import { work } from '../work.ts';
import type { PlanCopies } from './copies.ts';

export function removing(copies: () => PlanCopies | null) {
  return work<void, { readonly id: string; readonly steps: readonly string[] }>(async ({ id, steps }) => {
    for (const step of steps) await copies()?.copies.remove(copyName(id, step));
  });
}
