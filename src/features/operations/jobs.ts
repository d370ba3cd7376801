/** Jobs: what carries their operations out. */
import type { Implements } from '../../api/service.ts';
import type { JobService } from '../../domain/jobs/service.ts';

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
    async define({ timeZone, catchUp, retries, budgetTokens, ...written }, { by }) {
      const definition = {
        ...written,
        ...{ time_zone: timeZone, catch_up: catchUp, max_retries: retries, budget_tokens: budgetTokens },
      };
      return { message: await jobs.define(definition, by) };
    },
    async act({ name, act }, { by }) {
      const message = await jobs.act(name, act, by);
      return message === undefined ? undefined : { message };
    },
  };
}
