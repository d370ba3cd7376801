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
import { type Say, sayIn } from '../say.ts';

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
  const say = sayIn(json ? {} : io);
  const lines = preview ? linesOf(preview, input, isFresh, say) : [];
  if (lines.length > 0 && !yes) {
    sayUnconfirmed(lines, json, io);
    return 1;
  }
  for (const line of lines) if (!json) io.out(line);
  const outcome = await outcomeOf(agent.actors.command(input));
  if (json) io.out(jsonText(outcome));
  else if (outcome.state === 'done')
    io.out(
      say('Done: {verb} {id}.{withdrawn}', {
        verb,
        id: oneLine(id, 120),
        withdrawn: withdrawn(verb === 'stop' ? preview?.stop : undefined, say),
      }),
    );
  else if (outcome.error === undefined) io.err(say('Not done: it is still running'));
  else io.err(say('Not done: {why}', { why: outcome.error }));
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
  say: Say,
): readonly string[] {
  const actor = oneLine(id, 120);
  if (verb === 'stop')
    return preview.stop ? stopLines(preview.stop, id, say) : [say('Will be stopped for good: {actor}', { actor })];
  if (isFresh)
    return [...letGoLines(preview.fresh, say), say('Will start over, and forget its state: {actor}', { actor })];
  if (verb === 'rewind')
    return [...previewLines(preview, say), say('Will go back to step {seq}: {actor}', { seq, actor })];
  return previewLines(preview, say);
}

/** What a restart runs again and what not, a line each; none where nothing is under way. */
function previewLines({ again, notAgain }: RestartPreview, say: Say): readonly string[] {
  return [
    ...(again.length > 0 ? [say('Will run again: {works}', { works: again.join(', ') })] : []),
    ...notAgain.map(work =>
      say('Will not run again: {work}; its outcome will be unknown, and you will be asked.', { work }),
    ),
  ];
}

/** What a restart from the beginning lets go, and a stop with it. */
function letGoLines(left: LetGo | undefined, say: Say): readonly string[] {
  if (!left) return [];
  const { questions = 0 } = left;
  return [
    ...left.messages.map(text => say('Will be dropped: your message “{text}”', { text: oneLine(text, 80) })),
    ...left.unbegun.map(what => say('Will not run: {what}', { what: oneLine(what, 120) })),
    ...left.cut.map(what =>
      say('Will be interrupted, and may have taken effect: {what}', { what: oneLine(what, 120) }),
    ),
    ...(questions > 0 ? [say('Will be withdrawn: {questions}', { questions: questionsText(questions, say) })] : []),
  ];
}

/** What ends with a conversation, and how it could come back. */
function stopLines(left: LetGo, id: string, say: Say): readonly string[] {
  const back = `straylight actors restart ${oneLine(id, 120)} --fresh --yes`;
  return [
    ...letGoLines(left, say),
    say('Will be stopped for good: {actor}. Later messages to it are refused; to restart it: {back}', {
      actor: oneLine(id, 120),
      back,
    }),
  ];
}

function withdrawn(left: LetGo | undefined, say: Say): string {
  const { questions = 0 } = left ?? {};
  if (questions === 0) return '';
  const values = { questions: questionsText(questions, say) };
  return questions === 1 ? say(' {questions} was withdrawn.', values) : say(' {questions} were withdrawn.', values);
}

function questionsText(questions: number, say: Say): string {
  return questions === 1 ? say('1 question for you') : say('{questions} questions for you', { questions });
}

/** The owner's choice where the supervisor asks. */
export async function answerIncident(
  { agent, io, json }: ActorActOptions,
  { id, choice }: { readonly id: string; readonly choice: string },
): Promise<number> {
  const say = sayIn(json ? {} : io);
  if (!choices.includes(choice as Choice))
    throw fault(
      'invalid',
      say('expected one of {choices} after the key, got "{choice}"', {
        choices: choices.join(', '),
        choice: oneLine(choice, 60),
      }),
    );
  await agent.actors.answer({ id, choice: choice as Choice });
  io.out(json ? jsonText({ incident: id, choice: choice as Choice }) : say('Answered: {choice}.', { choice }));
  return 0;
}
