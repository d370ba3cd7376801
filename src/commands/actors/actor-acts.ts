/** `straylight actors restart ID` and the other acts on one actor: what it would do first, then what became of it. */

import type { Agent } from '../../api/client/agent.ts';
import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import { Refusal } from '../../api/refusal.ts';
import type { AdminOutcome, LetGo, RestartPreview } from '../../domain/supervision/admin.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { type Choice, choices } from '../../domain/supervision/remediation.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { sayUnconfirmed } from '../arguments/confirmed.ts';
import { type Io, jsonText } from '../io.ts';

export interface ActorActOptions {
  readonly agent: Pick<Agent, 'actors'>;
  readonly io: Io;
  readonly json: boolean;
  /** Do it though something runs again, becomes unknown, or ends for good. */
  readonly yes?: boolean;
}

/** Exit code 1 where it was not done. */
export async function actOnActor(
  { agent, io, json, yes = false }: ActorActOptions,
  input: Sent<Operations['actors']['command']>,
): Promise<number> {
  const { id, verb } = input;
  const preview =
    verb === 'restart' || verb === 'rewind' || verb === 'stop' ? await agent.actors.preview({ id }) : undefined;
  const isFresh = input.mode === 'fresh';
  const lines = preview ? linesOf(preview, input, isFresh) : [];
  if (lines.length > 0 && !yes) {
    sayUnconfirmed(lines, json, io);
    return 1;
  }
  for (const line of lines) if (!json) io.out(line);
  const outcome = await outcomeOf(agent.actors.command(input));
  if (json) io.out(jsonText(outcome));
  else if (outcome.state === 'done')
    io.out(`Done: ${verb} ${oneLine(id, 120)}.${withdrawn(verb === 'stop' ? preview?.stop : undefined)}`);
  else io.err(`Not done: ${outcome.error ?? 'it is still running'}`);
  return outcome.state === 'done' ? 0 : 1;
}

/** What came of it: that it could not be done is an outcome here, not a failure. */
async function outcomeOf(answering: ReturnType<Agent['actors']['command']>): Promise<AdminOutcome> {
  try {
    return (await answering).outcome;
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.more.outcome !== 'failed') throw thrown;
    const { commandId: id = '' } = thrown.more;
    return { id, state: 'failed', error: thrown.message };
  }
}

/** What ends for good, goes back or begins again is always said; a restart only where something runs again. */
function linesOf(
  preview: RestartPreview,
  { id, verb, seq }: Sent<Operations['actors']['command']>,
  isFresh: boolean,
): readonly string[] {
  const actor = oneLine(id, 120);
  if (verb === 'stop') return preview.stop ? stopLines(preview.stop, id) : [`Will be stopped for good: ${actor}`];
  if (isFresh) return [...letGoLines(preview.fresh), `Will start over, and forget its state: ${actor}`];
  if (verb === 'rewind') return [...previewLines(preview), `Will go back to step ${seq}: ${actor}`];
  return previewLines(preview);
}

/** What a restart runs again and what not, a line each; none where nothing is under way. */
function previewLines({ again, notAgain }: RestartPreview): readonly string[] {
  return [
    ...(again.length > 0 ? [`Will run again: ${again.join(', ')}`] : []),
    ...notAgain.map(src => `Will not run again: ${src}; its outcome will be unknown, and you will be asked.`),
  ];
}

/** What a restart from the beginning lets go, and a stop with it. */
function letGoLines(left: LetGo | undefined): readonly string[] {
  if (!left) return [];
  const { questions = 0 } = left;
  return [
    ...left.messages.map(text => `Will be dropped: your message “${oneLine(text, 80)}”`),
    ...left.unbegun.map(what => `Will not run: ${oneLine(what, 120)}`),
    ...left.cut.map(what => `Will be interrupted, and may have taken effect: ${oneLine(what, 120)}`),
    ...(questions > 0 ? [`Will be withdrawn: ${questionsText(questions)}`] : []),
  ];
}

/** What ends with a conversation, and how it could come back. */
function stopLines(left: LetGo, id: string): readonly string[] {
  const back = `straylight actors restart ${oneLine(id, 120)} --fresh --yes`;
  return [
    ...letGoLines(left),
    `Will be stopped for good: ${oneLine(id, 120)}. Later messages to it are refused; to restart it: ${back}`,
  ];
}

function withdrawn(left: LetGo | undefined): string {
  const { questions = 0 } = left ?? {};
  if (questions === 0) return '';
  return ` ${questionsText(questions)} ${questions === 1 ? 'was' : 'were'} withdrawn.`;
}

function questionsText(questions: number): string {
  return questions === 1 ? '1 question for you' : `${questions} questions for you`;
}

/** The owner's choice where the supervisor asks. */
export async function answerIncident(
  { agent, io, json }: ActorActOptions,
  { id, choice }: { readonly id: string; readonly choice: string },
): Promise<number> {
  if (!choices.includes(choice as Choice))
    throw fault('invalid', `expected one of ${choices.join(', ')} after the key, got ${JSON.stringify(choice)}`);
  await agent.actors.answer({ id, choice: choice as Choice });
  io.out(json ? jsonText({ incident: id, choice: choice as Choice }) : `Answered: ${choice}.`);
  return 0;
}
