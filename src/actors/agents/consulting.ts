/** A step of a plan has failed twice: a planner is asked once how it can be done, or whether it can. */
import { planModelTexts } from '../../domain/plans/texts.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Consulting, ConsultingInput } from '../../machines/plan.ts';
import type { ModelCalls, ValueRequest } from '../../ports/model-call.ts';
import { markedData } from '../conversation/marked-data.ts';
import { work } from '../work.ts';
import { approvedPlan, type PlanParts } from './planning.ts';

/** What a planner answers. */
export interface Advice {
  readonly canBeDone: boolean;
  readonly advice: string;
}

const mostOfOne = 2_000;

/** What it says is material for the agent of the step: the plan stays as it was approved. */
export function consulting(
  parts: PlanParts & {
    readonly models: Pick<ModelCalls, 'value'>;
    readonly schema: () => ValueRequest<Advice>['schema'];
    readonly instructions: () => string;
  },
) {
  const { conversation, models, schema, instructions } = parts;
  return work<Consulting, ConsultingInput>(
    async ({ plan: approved, id, step: name, evidence, only, signal }, _, onAlive) => {
      const plan = approvedPlan(parts, approved);
      const step = plan?.steps.find(one => one.id === name);
      if (!plan || !step) throw fault('denied', planModelTexts.changed);
      const others = plan.steps.map(one => `${one.id} (${one.agent}): ${one.task.slice(0, 200)}`);
      const found = evidence.map(one => conversation.read(one).slice(0, mostOfOne));
      const text = [
        `The plan: ${plan.title}`,
        ...others,
        `The step that has failed twice: ${step.id}, done by ${step.agent}`,
        step.task,
        `What has to hold after it: ${step.verify.join('; ')}`,
        `What was found: ${found.join('\n')}`,
      ].join('\n');
      const { value } = await models.value(
        {
          role: 'planner',
          heading: 'plan',
          schema: schema(),
          maxOutputTokens: 2_000,
          // without a word that fits it is as if nobody had been asked
          otherwise: () => ({ canBeDone: false, advice: '' }),
          system: [{ text: instructions(), stable: true }],
          messages: [{ role: 'user', content: [{ type: 'text', text: markedData('plan', id, text) }] }],
          ...defined({ only }),
        },
        { signal, onAlive },
      );
      return { advice: value.canBeDone ? value.advice.trim().slice(0, mostOfOne) : '' };
    },
  );
}
