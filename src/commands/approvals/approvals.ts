/** `straylight approvals`: what waits for a yes, and the answer to it. */

import type { Agent } from '../../api/client/agent.ts';
import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import type { Decided } from '../../api/views/approvals.ts';
import type { ApprovalCard } from '../../domain/approvals/card.ts';
import { cardTexts } from '../../domain/approvals/card-texts.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { ApprovalRow } from '../../domain/supervision/view.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { type Command, type Io, jsonText, type TimedCommand } from '../io.ts';
import { noSuch } from '../missing.ts';
import { sayIn } from '../say.ts';
import { printAnswer } from '../view.ts';
import { cardDetails, howToAnswer, settledLines, waitingLines } from './card.ts';
import { callOf, consequence } from './consequence.ts';

/** What is decided about one approval, named by its key or address. */
export type Decision = Pick<Sent<Operations['approvals']['decide']>, 'id' | 'decision' | 'confirmation' | 'reason'>;

/** Those that are pending. */
export async function listApprovals({ agent, io, json, now }: TimedCommand<'approvals'>): Promise<number> {
  const pending = (await agent.approvals.list({ state: 'pending' })).approvals;
  if (json) io.out(jsonText(pending));
  else if (pending.length === 0) io.out(cardTexts[io.language ?? 'en'].waiting.none);
  else for (const line of waitingLines(pending, now(), io.style, io)) io.out(line);
  return 0;
}

/** One approval with all there is to know of it, also of one that is over. */
export async function showApproval({ agent, io, json, now }: TimedCommand<'approvals'>, id: string): Promise<number> {
  const key = keyOf(id, io);
  const openLines = (card: ApprovalCard) => [
    ...cardDetails(card, now(), io.style, io.language),
    ...howToAnswer(card, io).map(way => `  ${way}`),
  ];
  const isIt = ({ card }: ApprovalRow) => card.key === key;
  const row =
    (await agent.approvals.list({ state: 'pending' })).approvals.find(isIt) ??
    (await agent.approvals.list()).approvals.find(isIt);
  if (!row)
    throw noSuch({ io, json }, 'there is no approval {key}; "straylight approvals" lists pending approvals', { key });
  if (json) io.out(jsonText(row));
  else
    for (const line of row.state === 'pending' ? openLines(row.card) : settledLines(row, now(), io.style, io.language))
      io.out(line);
  return 0;
}

/**
 * The owner names a key and has seen no card here, so neither digest nor nonce go with the answer. What follows from it
 * (the act, then the agent's words on it) is waited for, since where this command alone opened the home nobody else
 * would, until the signal: its owner no longer waits. Exit code 1 where the answer did not count; why is said.
 */
export async function decideApproval(
  { agent, io, json, now, signal }: TimedCommand<'approvals'> & { readonly agent: Agent; readonly signal: AbortSignal },
  input: Decision,
): Promise<number> {
  const key = keyOf(input.id, io);
  const card = (await agent.approvals.list({ state: 'pending' })).approvals.find(row => row.card.key === key)?.card;
  // what was approved and is held waits no longer, so whose it is stands among all
  const held = card ?? (await agent.approvals.list()).approvals.find(row => row.card.key === key)?.card;
  // a running process reports what follows from an undone yes to the command that waits for the turn
  const isFollowed = input.decision !== 'undo' || agent.where === 'here';
  const call = held && isFollowed ? await callOf(agent, held) : undefined;
  const { confirmation } = input;
  const yes = confirmation === 'ja' ? { confirmation: 'yes' } : {};
  const said = await agent.approvals.decide({ ...input, ...yes, id: key });
  const { language = 'en' } = io;
  const { pressCtrlC, toUndo } = words[language];
  const takesBack = agent.where === 'here' ? pressCtrlC : `${io.program ?? 'straylight'} approvals undo ${key}`;
  const isHeldNow = said.ok && (said.undoUntil ?? 0) > now();
  tell({ io, json, now }, { ...input, id: key }, said, isHeldNow ? ` ${toUndo(takesBack)}` : '');
  if (!said.ok) return 1;
  const onNote = (note: string) => io.err(io.style.warn(readable(note)));
  const reply = call && (await consequence({ agent, call, language, signal, onNote }));
  if (reply && !json) io.out(readable(reply));
  const { undoUntil } = said;
  const isHeld = undoUntil !== undefined && now() < undoUntil;
  // this process holds the home, so nobody else could take it back
  return agent.where === 'here' && signal.aborted && isHeld ? await takeBack({ agent, io, json }, key) : 0;
}

/** The yes just given is not meant any more. The answer is a cancelled command's. */
async function takeBack({ agent, io, json }: Command<'approvals'>, key: string): Promise<number> {
  const said = await agent.approvals.decide({ id: key, decision: 'undo' });
  tell({ io: json ? { ...io, out: io.err } : io, json: false, now: () => 0 }, { id: key, decision: 'undo' }, said);
  return 1;
}

/** What came of a decision. `how`: it is taken back, behind the first line. */
function tell(call: Omit<TimedCommand<'approvals'>, 'agent'>, input: Decision, said: Decided, how = ''): void {
  const { io, json } = call;
  let behind = how;
  const out = (line: string) => {
    io.out(`${line}${behind}`);
    behind = '';
  };
  printAnswer(json ? call : { ...call, io: { ...io, out } }, 'approvals.decide', said, { ...input });
}

function keyOf(id: string, io: Io): string {
  const key = id.replace(/^approval:/, '');
  if (/^\w{1,64}$/.test(key)) return key;
  const say = sayIn(io);
  throw fault(
    'invalid',
    say('expected the ID of an approval, got "{id}"; "straylight approvals" lists them', { id: oneLine(id, 40) }),
  );
}

const words = catalog('commands/approvals/approvals', {
  en: {
    pressCtrlC: 'press Ctrl-C',
    toUndo: (how: string) => `To undo: ${how}`,
  },
  de: {
    pressCtrlC: 'Strg-C drücken',
    toUndo: (how: string) => `Zurücknehmen: ${how}`,
  },
});
