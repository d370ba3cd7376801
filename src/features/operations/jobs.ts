/** Jobs: what carries their operations out. */
import type { Taken } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import { refuse } from '../../api/refusal.ts';
import type { Implements } from '../../api/service.ts';
import type { JobDefinition } from '../../domain/jobs/definition.ts';
import type { JobService } from '../../domain/jobs/service.ts';
import { jobOfTemplate, jobTemplates } from '../../domain/jobs/templates.ts';

/** What a reader may ask. */
export function jobReads(jobs: JobService): Pick<Implements<'jobs'>, 'list' | 'show' | 'history'> {
  return {
    list: query => jobs.list(query),
    show: ({ name, count }) => jobs.show(name, count),
    history({ name, limit }) {
      const runs = jobs.history(name, limit);
      return runs && { runs };
    },
  };
}

/** What an owner may do. */
export function jobActs(jobs: JobService): Pick<Implements<'jobs'>, 'define' | 'change' | 'act'> {
  return {
    async define({ template, url, ...given }, { by, commandId }) {
      const written = definitionOf(given);
      const ready: Partial<JobDefinition> | { readonly problem: string } =
        template === undefined ? {} : jobOfTemplate(template, url);
      if ('problem' in ready) throw refuse(400, ready.problem);
      const { name, schedule, ...does } = { ...ready, ...written };
      if (name === undefined || schedule === undefined)
        throw refuse(400, `a job needs a name and a schedule; expected both, or one of ${jobTemplates.join(', ')}`);
      return { message: await jobs.define({ name, schedule, ...does }, by, commandId) };
    },
    async change({ name, ...given }, { by, commandId }) {
      const change = definitionOf(given);
      if (Object.keys(change).length === 0) throw refuse(400, 'expected something of the job to change, got nothing');
      const message = await jobs.change(name, change, by, commandId);
      return message === undefined ? undefined : { message };
    },
    async act({ name, act }, { by, commandId }) {
      const message = await jobs.act(name, act, by, commandId);
      return message === undefined ? undefined : { message };
    },
  };
}

type Given = Omit<Taken<Operations['jobs']['define']>, 'template' | 'url'>;

/** As a job is written everywhere else. */
function definitionOf({ timeZone, catchUp, retries, budgetTokens, ...written }: Given): Partial<JobDefinition> {
  return {
    ...written,
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(catchUp === undefined ? {} : { catch_up: catchUp }),
    ...(retries === undefined ? {} : { max_retries: retries }),
    ...(budgetTokens === undefined ? {} : { budget_tokens: budgetTokens }),
  };
}
