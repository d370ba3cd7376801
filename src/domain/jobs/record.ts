/** A job as one of Straylight's own records: what it is and what it would be, whole, whichever way a call goes. */

import { type JudgedRecord, judgedRecord, makerOf, type RecordMaker } from '../policy/own-records.ts';
import { inEnglish, type Sentence } from '../policy/sentence.ts';
import { defined } from '../text/json.ts';
import { agentFileName } from './agent-file.ts';
import type { JobSpec, JobState } from './job.ts';
import { jobInBrief, jobInFull } from './words.ts';

/** A job, or why it would be none; and whether it waits for its owner to enable it. */
export interface JobAs {
  readonly spec: JobSpec | { readonly problem: Sentence };
  readonly isPaused: boolean;
}

/** What of a call needs to be known beside the job. */
export interface JobTerms {
  /** Does it only say or read something? */
  readonly isMild: (spec: JobSpec) => boolean;
  readonly hash: (text: string) => string;
  /** From where the call comes. */
  readonly session?: string | undefined;
}

/** What a call does to the job of this name; undefined: nothing. */
export function jobRecord(
  name: string,
  { before, after }: { readonly before?: JobAs | undefined; readonly after?: JobAs | undefined },
  { isMild, hash, session }: JobTerms,
): JudgedRecord | undefined {
  const maker = before === undefined ? undefined : makerIn(before.spec, session);
  const later = after === undefined ? undefined : laterOf(after, before, isMild);
  return judgedRecord(
    { kind: 'job', name, ...defined({ maker, later }) },
    { before: before && stateOf(before), after: after && stateOf(after) },
    hash,
  );
}

/** As it stands; `state`: of its row, where it is known. */
export function standing(job: { readonly spec: JobSpec; readonly state?: JobState } | undefined): JobAs | undefined {
  // one that failed too often waits for its owner, too
  return job && { spec: job.spec, isPaused: job.state === 'paused' || job.state === 'failing' };
}

/** An entry that the agent wrote into the file in a conversation with outside text is no word of the owner's. */
function makerIn(spec: JobAs['spec'], session: string | undefined): RecordMaker {
  if ('problem' in spec) return 'unknown';
  if (spec.by === agentFileName && spec.taint === 'external') return 'elsewhere';
  return makerOf(spec.by, session);
}

function laterOf(
  { spec, isPaused }: JobAs,
  before: JobAs | undefined,
  isMild: JobTerms['isMild'],
): 'acts' | 'reads' | undefined {
  // what is wrong today may be right in the next version
  if ('problem' in spec) return isPaused ? undefined : 'acts';
  // what Straylight does for itself is the owner's alone to change
  const isBuiltIn = before !== undefined && !('problem' in before.spec) && before.spec.action.kind === 'builtin';
  if (isBuiltIn) return 'acts';
  if (isPaused) return undefined;
  return isMild(spec) ? 'reads' : 'acts';
}

/** All of it, and nothing that changes by itself. */
function stateOf({ spec, isPaused }: JobAs): string {
  if ('problem' in spec) return inEnglish(spec.problem);
  return [jobInBrief(spec), `enabled: ${!isPaused}`, jobInFull(spec)].join('\n');
}
