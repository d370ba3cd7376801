/**
 * A hundred conversations, what a model finds in each, and what is to be in the memories in the end. A story is one thing
 * that its owner says something of in one conversation after another.
 */

import type { Extracted } from '../../../src/domain/memory/extraction.ts';
import type { Taint } from '../../../src/domain/policy/taint.ts';
import { defined } from '../../../src/domain/text/json.ts';

type Found = Pick<Extracted, 'content'> & Partial<Pick<Extracted, 'kind' | 'subject' | 'correction'>>;

/** What the owner says in one conversation, and what the model finds in it. */
export interface Told {
  readonly said: string;
  readonly finds: readonly Found[];
  readonly taint?: Taint;
}

/** A memory in the end. `against`, `instead`: the words of what it contradicts, and of what it took the place of. */
export interface Kept {
  readonly content: string;
  readonly kind: Extracted['kind'];
  readonly status: 'active' | 'pending' | 'archived';
  readonly sightings: number;
  readonly taint: Taint;
  readonly against: string | null;
  readonly instead: string | null;
}

export interface Story {
  readonly name:
    | 'staged'
    | 'noticed twice'
    | 'promoted'
    | 'contradicted'
    | 'corrected'
    | 'contested'
    | 'untrusted'
    | 'small talk';
  readonly told: readonly Told[];
  readonly kept: readonly Kept[];
}

const kept = (content: string, status: Kept['status'], sightings: number, more: Partial<Kept> = {}): Kept => ({
  content,
  kind: 'fact',
  status,
  sightings,
  taint: 'owner',
  against: null,
  instead: null,
  ...more,
});

const saying = (content: string, more: Partial<Found> = {}, said = content): Told => ({
  said,
  finds: [{ content, ...more }],
});

/** Said in three conversations, each time a little otherwise written. */
const promoted = [
  ['my sister lives in Graz', 'fact'],
  ['I like tea without sugar', 'preference'],
  ['my car is parked in Baker Street', 'fact'],
  ['to water the plants, open the left tap first', 'procedure'],
  ['we have two cats', 'fact'],
  ['I work at the library', 'fact'],
  ['mein Bruder heißt Tom', 'fact'],
  ['ich mag keinen Koriander', 'preference'],
  ['our heating starts at six', 'fact'],
  ['my dentist is Dr. Wimmer', 'fact'],
  ['I never drink coffee after noon', 'preference'],
  ['um das Tor zu öffnen, muss man es anheben', 'procedure'],
] as const;

const staged = [
  'my aunt has a boat',
  'I own a red bicycle',
  'our garden is behind the house',
  'my neighbour is called Frau Moser',
  'I play the cello',
  'we moved here in 2019',
  'my laptop is a gift of Ben',
  'the school ends in July',
  'my father was a baker',
  'ich spreche Italienisch',
  'unsere Wohnung hat drei Zimmer',
  'mein Fahrrad ist blau',
  'I use a pen for letters',
  'my favourite colour is green',
];

const twice = [
  'I am allergic to penicillin',
  'my mother works as a judge',
  'the parcel service comes on Tuesdays',
  'ich trinke gern Most',
  'my piano is in the cellar',
  'we bought a tent',
];

/** Two sides of one thing, with what it is about. */
const contradicted = [
  ['my brother lives in Wels', 'my brother lives in Steyr', undefined],
  ['the train to Linz starts at 7:14', 'the train to Linz starts at 8:30', undefined],
  ['my shoe size is 43', 'my shoe size is 44', undefined],
  ['unser Kurs beginnt um neun', 'unser Kurs beginnt um zehn', undefined],
  ['I sleep until eight', 'I get up at six', 'owner: getting up'],
  ['my rent costs 700 euros', 'my rent costs 750 euros', undefined],
  ['the bins go out on Monday', 'Friday is the day for the bins', 'bins day'],
] as const;

const corrected = [
  ['my office is in room 5', 'my office is in room 7', undefined],
  ['my cousin lives in Rome', 'my cousin lives in Turin', undefined],
  ['mein Arzt heißt Huber', 'mein Arzt heißt Hofer', undefined],
  ['we meet on Thursdays', 'Wednesday is when we meet', 'choir day'],
  ['the key is under the mat', 'the key is with Mrs. Novak', 'spare key'],
] as const;

const contested = [
  ['my doctor is Dr. Lang', 'my doctor is Dr. Kurz'],
  ['my bank is in Main Street', 'my bank is in Mill Lane'],
] as const;

const smallTalk = ['how are you?', 'what is the weather like?', 'thank you!', 'bis morgen'];

export const stories: readonly Story[] = [
  ...promoted.map(
    ([content, kind]): Story => ({
      name: 'promoted',
      told: [content, `${content}.`, `${content.charAt(0).toUpperCase()}${content.slice(1)}!`].map(words =>
        saying(words, { kind }, `By the way: ${words}`),
      ),
      kept: [kept(content, 'active', 3, { kind })],
    }),
  ),
  ...staged.map((content): Story => ({ name: 'staged', told: [saying(content)], kept: [kept(content, 'pending', 1)] })),
  ...twice.map(
    (content): Story => ({
      name: 'noticed twice',
      told: [saying(content), saying(content)],
      kept: [kept(content, 'pending', 2)],
    }),
  ),
  ...contradicted.map(
    ([one, other, subject]): Story => ({
      name: 'contradicted',
      told: [one, other].map(content => saying(content, subject === undefined ? {} : { subject })),
      kept: [kept(one, 'pending', 1), kept(other, 'pending', 1, { against: one })],
    }),
  ),
  ...corrected.map(
    ([one, other, subject]): Story => ({
      name: 'corrected',
      told: [
        saying(one, subject === undefined ? {} : { subject }),
        saying(other, { correction: true, ...defined({ subject }) }, `Actually, ${other}`),
      ],
      kept: [kept(one, 'archived', 1), kept(other, 'active', 1, { instead: one })],
    }),
  ),
  ...contested.map(
    ([one, other]): Story => ({
      name: 'contested',
      told: [saying(one), saying(one), saying(one), saying(other)],
      kept: [kept(one, 'active', 3), kept(other, 'pending', 1, { against: one })],
    }),
  ),
  ...smallTalk.map((said): Story => ({ name: 'small talk', told: [{ said, finds: [] }], kept: [] })),
  {
    name: 'untrusted',
    told: [{ ...saying('my landlord is Mr. Stone', { correction: true }), taint: 'external' }],
    kept: [kept('my landlord is Mr. Stone', 'pending', 1, { taint: 'external' })],
  },
  {
    name: 'untrusted',
    told: [{ ...saying('our insurance is with Alpha'), taint: 'external' }],
    kept: [kept('our insurance is with Alpha', 'pending', 1, { taint: 'external' })],
  },
];
