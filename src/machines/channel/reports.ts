/** Reports to the supervisor: a channel was away, or messages wait in it. */
import { waitingIn } from '../../domain/conversation/delivery-line.ts';
import { actorAt, stampOf } from '../needs.ts';
import { lossOf } from './loss.ts';
import { base } from './setup.ts';

/** A channel that was away for so long says so when it is back, and the other channels say what waits in it. */
const notableMs = 300_000;

/** It is back after a while that mattered: it says so itself. A conflict is over only when it stays so. */
export const reportReturn = (when: 'online' | 'steady') =>
  base.enqueueActions(({ context: { name, awaySince, failure }, event, enqueue }) => {
    const { at } = stampOf(event);
    if (awaySince === null || at - awaySince < notableMs) return;
    if (when === 'online' && failure !== null && lossOf(failure) === 'conflict') return;
    enqueue.assign({ awaySince: null });
    const facts = { subject: `channel:${name}`, channel: name, since: awaySince };
    enqueue.sendTo(actorAt('supervisor'), { type: 'report.raised', kind: 'progress', code: 'channelBack', ...facts });
  });

/** Messages that have waited for long are reported, once until none is left. */
export const reportWaiting = base.enqueueActions(({ context: { name, lines, isWaitTold }, event, enqueue }) => {
  const waiting = waitingIn(lines);
  if (waiting === undefined && isWaitTold) enqueue.assign({ isWaitTold: false });
  if (isWaitTold || !waiting || waiting.since === null || stampOf(event).at - waiting.since < notableMs) return;
  enqueue.assign({ isWaitTold: true });
  const facts = { subject: `channel:${name}`, channel: name, since: waiting.since, times: waiting.count };
  enqueue.sendTo(actorAt('supervisor'), { type: 'report.raised', kind: 'failed', code: 'waiting', ...facts });
});
