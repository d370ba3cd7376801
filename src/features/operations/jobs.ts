/** Jobs: what carries their operations out. */
import { refuse } from '../../api/refusal.ts';
import type { Implements } from '../../api/service.ts';
import type { JobDefinition } from '../../domain/jobs/definition.ts';
import type { JobService } from '../../domain/jobs/service.ts';
import { jobOfTemplate, jobTemplates } from '../../domain/jobs/templates.ts';

/** What a reader may ask. */
export function jobReads(jobs: JobService): Pick<Implements<'jobs'>, 'list' | 'show' | 'history'> {
  return {
    list: () => ({ jobs: jobs.list() }),
    show: ({ name, count }) => jobs.show(name, count),
    history({ name, limit }) {
      const runs = jobs.history(name, limit);
      return runs && { runs };
    },
  };
}

/** What an owner may do. */
export function jobActs(jobs: JobService): Pick<Implements<'jobs'>, 'define' | 'act'> {
  return {
    async define({ template, url, timeZone, catchUp, retries, budgetTokens, ...written }, { by }) {
      const ready: Partial<JobDefinition> | { readonly problem: string } =
        template === undefined ? {} : jobOfTemplate(template, url);
      if ('problem' in ready) throw refuse(400, ready.problem);
      const { name, schedule, ...does } = { ...ready, ...written };
      if (name === undefined || schedule === undefined)
        throw refuse(400, `a job needs a name and a schedule; expected both, or one of ${jobTemplates.join(', ')}`);
      const terms = { time_zone: timeZone, catch_up: catchUp, max_retries: retries, budget_tokens: budgetTokens };
      return { message: await jobs.define({ name, schedule, ...does, ...terms }, by) };
    },
    async act({ name, act }, { by }) {
      const message = await jobs.act(name, act, by);
      return message === undefined ? undefined : { message };
    },
  };
}
