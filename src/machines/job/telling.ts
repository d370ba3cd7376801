/** What the owner is told of a job: the supervisor writes it down and sends it on every channel, or on one. */

import type { JobNotice, JobSpec } from '../../domain/jobs/job.ts';
import { isLate } from '../../domain/jobs/job.ts';
import { rendered, runValues } from '../../domain/jobs/template.ts';
import { recoveredText, reminderText, runText } from '../../domain/jobs/texts.ts';
import { defined } from '../../domain/text/json.ts';
import { actorAt } from '../needs.ts';
import type { Enqueue } from './setup.ts';
import type { Context, EndedRun, RunReport } from './types.ts';

/** `isOutside`: it may quote a stranger, so no model is shown it. */
export function tell(
  enqueue: Enqueue,
  { address, spec }: Pick<Context, 'address' | 'spec'>,
  text: string,
  { isOutside = false, kind = 'completed', channel }: { isOutside?: boolean; kind?: string; channel?: string } = {},
): void {
  enqueue.sendTo(actorAt('supervisor'), {
    type: 'report.raised',
    kind,
    code: isOutside ? 'aside' : 'tell',
    subject: address,
    text,
    ...defined({ channel }),
    // where it was asked for, there it is answered
    ...defined({ session: spec?.by.startsWith('session:') ? spec.by : undefined }),
  });
}

/** The end of a run, if its owner wants to know of it. Of failures in a row the first is told, then their end. */
export function tellEnd(
  enqueue: Enqueue,
  context: Context,
  spec: JobSpec,
  ended: EndedRun,
  { text, isChanged }: RunReport,
): void {
  const { outcome, slot, startedAt, trigger, taint } = ended;
  const isDone = outcome === 'done';
  // it found nothing to say
  if (isDone && text === '' && spec.action.kind === 'builtin') return;
  const notice = isDone ? spec.onSuccess : spec.onFailure;
  const isWanted = isDone
    ? wantsSuccess(spec, isChanged || context.failures > 0)
    : context.failures === 0 && wantsFailure(spec);
  const lateMs = isLate(slot, startedAt) && trigger === 'catchUp' ? startedAt - slot : 0;
  const how = { isOutside: taint === 'external', kind: isDone ? 'completed' : 'failed' };
  if (notice !== undefined && (isDone || context.failures === 0))
    tell(enqueue, context, custom(notice, spec, slot, text), { ...how, ...channelOf(notice) });
  else if (isDone && context.failures > 0 && spec.notify === 'failure')
    tell(enqueue, context, recoveredText(spec, context.failures));
  else if (isWanted && isDone && spec.action.kind === 'say')
    tell(enqueue, context, reminderText(spec, slot, lateMs, text), how);
  else if (isWanted) tell(enqueue, context, runText(spec, { ...ended, lateMs, text }), how);
}

function wantsSuccess({ notify }: JobSpec, isChanged: boolean): boolean {
  return notify === 'always' || notify === 'success' || (notify === 'change' && isChanged);
}

function wantsFailure({ notify }: JobSpec): boolean {
  return notify !== 'never' && notify !== 'success';
}

/** The owner's own words, with what the run said. */
function custom({ template }: JobNotice, { name, timeZone }: JobSpec, slot: number, text: string): string {
  return rendered(template, { ...runValues(name, slot, timeZone), summary: text, error: text });
}

function channelOf({ channel }: JobNotice): { readonly channel?: string } {
  return channel === undefined ? {} : { channel };
}
