/** The chart of plans with all that it needs; the plans themselves are opened with the first of them. */
import type { PlanWrites } from '../../domain/plans/writes.ts';
import { migratePlan, type PlanningInput, type PreparingInput, planMachine } from '../../machines/plan.ts';
import type { Writer } from '../../ports/writer.ts';
import type { Feature } from '../feature.ts';
import type { plansOf } from './plans.ts';

/** What the chart uses of the plans. */
export type PlansOfChart = Pick<
  ReturnType<typeof plansOf>,
  'lookups' | 'writers' | 'onStopped' | 'checking' | 'consulting' | 'branching' | 'joining' | 'removing'
>;

type PlanChart = Required<Pick<Feature, 'machines' | 'lookups' | 'writers' | 'effects'>>;

const checkMs = 3_600_000;
const consultMs = 90_000;
const copyMs = 600_000;

/**
 * @param plans asked for with the first plan
 * @param onStopped a plan was stopped from outside
 */
export function planChart(plans: () => PlansOfChart, onStopped: () => void = () => {}): PlanChart {
  const writer =
    (name: keyof PlanWrites): Writer =>
    (params, step) =>
      (plans().writers[name] as Writer)(params, step);
  const effect = <Name extends keyof PlansOfChart>(name: Name, timeoutMs: number) => ({
    get logic() {
      return plans()[name];
    },
    policy: 'repeatable' as const,
    timeoutMs,
  });
  return {
    machines: [
      {
        machine: planMachine,
        migrate: migratePlan,
        isShortLived: true,
        onStopped(address, at) {
          plans().onStopped(address, at);
          onStopped();
        },
      },
    ],
    lookups: {
      planning: (input: PlanningInput) => plans().lookups.planning(input),
      preparing: (input: PreparingInput) => plans().lookups.preparing(input),
      concluding: (input: { readonly id: string }) => plans().lookups.concluding(input),
    },
    writers: {
      openPlan: writer('openPlan'),
      markStep: writer('markStep'),
      keepChecks: writer('keepChecks'),
      closePlan: writer('closePlan'),
    },
    effects: {
      checking: Object.assign(effect('checking', checkMs), { lane: 'tool' }),
      consulting: Object.assign(effect('consulting', consultMs), { lane: 'model' }),
      branching: effect('branching', copyMs),
      joining: effect('joining', copyMs),
      removing: effect('removing', copyMs),
    },
  };
}
