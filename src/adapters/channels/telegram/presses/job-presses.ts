/**
 * A press on a button of a job: looked at, run, paused, resumed, or removed after a second tap.
 *
 * A button names the job by its address, which is never used twice, and what it did when it was shown: one that does
 * something else by now is not run, and the new one is shown.
 */

import type { Client } from '../../../../api/client/client.ts';
import type { JobRow } from '../../../../domain/jobs/service.ts';
import { type Failure, toFailure } from '../../../../domain/supervision/failure.ts';
import { defined } from '../../../../domain/text/json.ts';
import { type Answer, refusal } from '../cards/answers.ts';
import type { Press } from '../incoming/update-meaning.ts';
import {
  doesOf,
  type JobButton,
  type JobLook,
  type JobPage,
  jobPage,
  jobsPage,
  lastPage,
  mostJobs,
  nameOf,
  surePage,
} from '../jobs/pages.ts';
import type { TelegramTexts } from '../texts.ts';

/** What a tap comes to; `page` is put into the message, or sent as a new one. */
export type JobEnd =
  | { readonly answer: Answer; readonly page?: JobPage; readonly isNew?: boolean }
  | { readonly failure: Failure };

export interface JobPressing extends JobLook {
  readonly jobs: Client['jobs'] | undefined;
  readonly texts: TelegramTexts;
}

/** Does what the button says, or says why not. */
export async function pressJob(press: Press, button: JobButton, pressing: JobPressing): Promise<JobEnd> {
  const { jobs, words, texts } = pressing;
  if (press.isCopy) return { answer: refusal(texts.taps.copy) };
  if (press.label === undefined || jobs === undefined) return { answer: refusal(texts.taps.unknownButton) };
  try {
    return await taken(button, jobs, pressing);
  } catch (error) {
    const failure = toFailure(error);
    const isRefusal = failure.kind === 'denied' || failure.kind === 'invalid';
    return isRefusal ? { answer: refusal(words.notDone(failure.message)) } : { failure };
  }
}

async function taken({ act, name, does }: JobButton, jobs: Client['jobs'], look: JobLook): Promise<JobEnd> {
  const { words } = look;
  const row = await pressed(jobs, name);
  const job = row && (await jobs.show({ name: row.name }));
  if (!job) return { answer: refusal(words.gone), page: act === 'show' ? undefined : lastPage(words.gone) };
  const shown = async (answer: Answer, isNew = false) => {
    const page = await typedJob(jobs, job.name, look);
    return { answer, ...defined({ page }), isNew };
  };
  if (act === 'show' || act === 'look') return shown({ text: '', alert: false }, act === 'show');
  if (act === 'remove') return { answer: { text: words.asks, alert: false }, page: surePage(job, look) };
  if (doesOf(job) !== does) return shown(refusal(words.changed));
  const verb = act === 'sure' ? 'remove' : act;
  await jobs.act({ name: job.name, act: verb });
  const answer = { text: words.done[verb], alert: false };
  return verb === 'remove' ? { answer, page: lastPage(`${job.name}: ${words.done.remove}`) } : shown(answer);
}

/** The job that a button names, by the hash of its address. */
async function pressed(jobs: Client['jobs'], name: string): Promise<JobRow | undefined> {
  for (let after: string | undefined; ; ) {
    const { jobs: page } = await jobs.list(after === undefined ? {} : { after });
    const found = page.find(one => nameOf(one) === name);
    after = page.at(-1)?.id;
    if (found || after === undefined) return found;
  }
}

/** `/jobs`. */
export async function typedJobs(jobs: Client['jobs'], look: JobLook): Promise<JobPage> {
  return jobsPage(await jobs.list({ limit: mostJobs }), look);
}

/** `/jobs NAME`. Undefined: there is no such job. */
export async function typedJob(jobs: Client['jobs'], name: string, look: JobLook): Promise<JobPage | undefined> {
  const [job, found] = await Promise.all([jobs.show({ name }), jobs.history({ name, limit: 3 })]);
  return job && jobPage(job, found?.runs ?? [], look);
}

/** `/jobs remove NAME`: it is asked first, as by the button. Undefined: there is no such job. */
export async function typedRemoval(jobs: Client['jobs'], name: string, look: JobLook): Promise<JobPage | undefined> {
  const job = await jobs.show({ name });
  return job && surePage(job, look);
}
