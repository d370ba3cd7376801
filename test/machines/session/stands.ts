/** Where session tests begin. */
import assert from 'node:assert/strict';
import { texts } from '../../../src/domain/text/texts.ts';
import { asks, type Session, thinking } from '../talk.ts';

export const say = texts('en');

export const passes = { claims: [] };

/** A line of what a step asked for, among others. */
export const holds = (stand: Session, ...lines: readonly string[]) => {
  for (const line of lines)
    assert.ok(
      stand.asked.some(asked => asked.startsWith(line)),
      `${line} is not in ${JSON.stringify(stand.asked)}`,
    );
};

/** Acting, with one call that the model was told waits for an approval, and which the session has gone on without. */
export const waiting = () =>
  thinking()
    .ends('completion', asks(['deploy']))
    .send({ type: 'tool.waiting', childId: 'call-1' });

export const asking = (tools: readonly string[] = ['ask_owner']) =>
  thinking().ends('completion', asks(tools)).send({ type: 'owner.asked', childId: 'call-1', question: 'When?' });
