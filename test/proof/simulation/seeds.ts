/** Which seeds a run looks at: a part that another commit makes another, and every seed that has ever failed. */
import { hash } from 'node:crypto';

/** Seeds that have found a fault of the host, and which. */
export const failedSeeds: Readonly<Record<number, string>> = {
  52: 'what waited in safe mode went on waiting when safe mode ended',
  64: 'the same',
  424: 'an act that was given up before it could be claimed kept its place, and those behind it waited for ever',
  463: 'the same',
  791722898: 'words that answered a question whose call had ended by then were never shown to the model',
  563589963: 'a tool call that was stopped while its act was unknown counted as cancelled',
  955005786: 'a reply that was sent back was read behind what its owner said next, and the question stayed unanswered',
  942926755: 'the same, where its owner had answered a question of a tool before',
  487861795: 'a message whose pause ended while its channel was suspended was sent twice when that went on',
};

/** Seeds with jobs that have found a fault, and which. */
export const failedWithJobs: Readonly<Record<number, string>> = {
  498983253: 'a run that was asked for and left out was written down as one that was due',
  797963374: 'the same',
  299053139: 'the timer of a job that had ended meanwhile became an incident without an end',
  977831357: 'what the owner asked of a job that had ended meanwhile did',
  943114172: 'the same',
  251683977: 'a job that heard after a crash of a run that had ended before, and took its last instants for new ones',
  208768312: 'a conversation that went on after its approval found that its job had ended',
  485154755: 'none: an interval follows real time, and comes to the same reading of a clock that is set back',
  353978546: 'the same',
  137: 'a run that waited for another, where the clock was set back meanwhile: its job looked for it without end',
  10156: 'the same, to a reading just before the time that the clock was set to',
  717678634: 'a job that was enabled after the clock had been set back ran at the same instant again',
  464180723: 'a run that was asked for took the place of one that waited, without a row',
  442292660: 'a call that was rewound to an approval which an earlier rewind had stopped waited for ever',
  395660316: 'the conversation of a job asked its owner something after its deadline, and waited for ever',
};

/** Seeds with agents that have found a fault, and which. */
export const failedWithAgents: Readonly<Record<number, string>> = {
  1160: 'a call that was begun again after the clock had been set back gave its work a second time',
};

/** Seeds with plans that have found a fault, and which. */
export const failedWithPlans: Readonly<Record<number, string>> = {
  72: 'a call that had asked its owner was begun again and waited for a decision, and what the owner said was lost',
};

/** `count` seeds from 1 to a thousand million that follow from a name, after those that have ever failed. */
export function seedsOf(name: string, count: number): readonly number[] {
  const chosen = Array.from(
    { length: count },
    (_, index) => 1 + (hash('sha256', `${name} ${index}`, 'buffer').readUInt32BE(0) % 1_000_000_000),
  );
  return [
    ...new Set([
      ...Object.keys({ ...failedSeeds, ...failedWithJobs, ...failedWithAgents, ...failedWithPlans }).map(Number),
      ...chosen,
    ]),
  ];
}
