/**
 * How it feels to be spoken to like that: four values from -1 to 1 that go back to 0 by half in two hours. They follow
 * from the newest messages alone, so nothing is kept of them that could outlive what was said. Only the owner's own words
 * count in full; failures of tools, which others can bring about, count little and three at most.
 */
import type { ReadMessage } from '../conversation/message.ts';
import type { AxisDeltas } from './personality.ts';

export interface Mood {
  readonly energy: number;
  readonly patience: number;
  readonly curiosity: number;
  readonly frustration: number;
}

const still: Mood = { energy: 0, patience: 0, curiosity: 0, frustration: 0 };

const halfLifeMs = 7_200_000;
/** So many of the newest messages are looked at. */
const newest = 40;
const mostFailures = 3;
const mostRead = 500;

export function moodOf(messages: readonly ReadMessage[], now: number): Mood {
  const mood = { ...still };
  let failures = 0;
  for (const message of messages.slice(-newest).toReversed()) {
    const isFailure = message.role === 'tool' && message.failed === true;
    if (isFailure && ++failures > mostFailures) continue;
    const left = 0.5 ** (Math.max(0, now - message.at) / halfLifeMs);
    for (const event of isFailure ? [failed] : eventsIn(message))
      for (const [name, change] of Object.entries(event)) mood[name as keyof Mood] += change * left;
  }
  return {
    energy: bounded(mood.energy),
    patience: bounded(mood.patience),
    curiosity: bounded(mood.curiosity),
    frustration: bounded(mood.frustration),
  };
}

function bounded(value: number): number {
  // in tenths, so that the same is said for a while
  return Math.round(Math.min(1, Math.max(-1, value)) * 10) / 10 || 0;
}

type MoodEvent = Readonly<Partial<Mood>>;

const failed: MoodEvent = { frustration: 0.1, energy: -0.05 };

function eventsIn({ role, taint, text }: ReadMessage): readonly MoodEvent[] {
  if (role !== 'owner' || taint !== 'owner') return [];
  const said = text.slice(0, mostRead);
  return events.flatMap(([rule, event]) => (rule.test(said) ? event : []));
}

const events: readonly (readonly [RegExp, MoodEvent])[] = [
  [
    /\b(?:thanks|thank you|great|perfect|awesome|well done|nice work|love it|danke|super|klasse|perfekt|toll|prima|gut gemacht)\b/i,
    { energy: 0.2, patience: 0.1, frustration: -0.2 },
  ],
  [
    /\b(?:wrong again|still wrong|that['’]s (?:wrong|nonsense)|useless|annoying|stop (?:that|it)|i (?:already )?told you|schon wieder|immer noch falsch|unsinn|nervig|hör auf|hab ich (?:dir )?(?:doch )?(?:schon )?gesagt)\b/i,
    { patience: -0.25, frustration: 0.25, energy: -0.1 },
  ],
  [/\b(?:why|how does|how come|i wonder|what if|warum|wieso|wie funktioniert|was wäre wenn)\b/i, { curiosity: 0.2 }],
];

/** What it adds to the axes; 0.15 at most. */
export function moodDeltas({ energy, patience, curiosity, frustration }: Mood): AxisDeltas {
  const worn = Math.max(0, frustration, -patience);
  return {
    warmth: 0.1 * energy,
    humor: 0.05 * energy - 0.1 * worn,
    verbosity: -0.15 * worn,
    initiative: 0.15 * curiosity,
  };
}
