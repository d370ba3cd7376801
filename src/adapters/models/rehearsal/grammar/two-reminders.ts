/** "Remind me to call Ada at 5pm and to buy bread at 6pm": two reminders, each with its own time. */
import { timeIn } from '../../../../domain/jobs/when.ts';
import { zoneIn } from './zones.ts';

/** Two sentences that each ask for one reminder; `unclear`: two times, and which belongs to what is not sure. */
export type TwoReminders = readonly [first: string, second: string] | 'unclear';

/** Undefined: there is one time, or none. `sentence`: what stands behind "remind me". */
export function twoReminders(sentence: string): TwoReminders | undefined {
  for (const { index, 0: joint } of sentence.matchAll(/,? (?:and|und) (?:also |auch )?/gi)) {
    const pair = [sentence.slice(0, index), sentence.slice(index + joint.length)] as const;
    const [one, other] = pair.map(read);
    // "at 9 and at 18 to drink" is one that runs twice
    if (!one?.isWhole || !other?.isWhole) continue;
    const isSure = opens.test(pair[1]) && one.zone === other.zone && one.isClock === other.isClock;
    return isSure ? pair : 'unclear';
  }
  return undefined;
}

/** What is to be done, or its time, stands first; "call Ada and Bob on Monday" may be one call. */
const opens =
  /^(?:to|that|about|of|at|in|on|every|tomorrow|today|tonight|daran|dass|ans?|um|am|jede[nrsm]?|morgen|heute|übermorgen|zu[mr]?)(?!\p{L})/iu;

function read(piece: string) {
  const { rest: zoneless, zone } = zoneIn(piece);
  const { phrase, rest = '' } = timeIn(zoneless) ?? {};
  if (phrase === undefined) return undefined;
  const isWhole = rest.replace(/^(?:to|that|about|of|daran,?|dass|ans?|zu)$/i, '') !== '';
  // of two of which one alone names a day, the day of the other is a guess
  return { isWhole, zone, isClock: !namesDay.test(phrase) };
}

const namesDay =
  /(?<!\p{L})(?:today|tonight|tomorrow|every|each|daily|weekly|monthly|week\p{L}*|in|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|heute|morgen|übermorgen|jede[nrsm]?|täglich|werktags|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember)(?!\p{L})|\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th)|\d{1,2}\.\s?\d{1,2}\./iu;
