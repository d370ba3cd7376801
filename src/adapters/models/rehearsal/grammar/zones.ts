/** The time zone behind a time of the day: "tomorrow at 9am CET". */
import { zoneProblem } from '../../../../domain/jobs/schedule.ts';

/** Of names that mean one place all over the world, a zone that keeps its summer time as people there do. */
const usual: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  WET: 'Europe/Lisbon',
  WEST: 'Europe/Lisbon',
  BST: 'Europe/London',
  CET: 'Europe/Berlin',
  CEST: 'Europe/Berlin',
  MEZ: 'Europe/Berlin',
  MESZ: 'Europe/Berlin',
  EET: 'Europe/Helsinki',
  EEST: 'Europe/Helsinki',
  OEZ: 'Europe/Helsinki',
  MSK: 'Europe/Moscow',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  ET: 'America/New_York',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  CDT: 'America/Chicago',
  JST: 'Asia/Tokyo',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  AEST: 'Australia/Sydney',
  AEDT: 'Australia/Sydney',
  NZST: 'Pacific/Auckland',
  NZDT: 'Pacific/Auckland',
};

/** Names of several: Central time and China's, India's, Ireland's and Israel's, Arabia's and that of the Atlantic. */
const several: ReadonlySet<string> = new Set(['CST', 'CT', 'IST', 'AST', 'SST', 'GST', 'BT']);

const behindTime =
  /(?<time>(?<!\S)\d{1,2}(?:[:.]\d\d)?\s*(?:[ap]\.?m\.?|uhr(?:\s\d\d)?|o['’]clock)?|(?<!\S)(?:noon|midnight|mittags?|mitternacht))[, ]\s*\(?(?<zone>[A-Z]{2,4}|(?:cet|cest|mez|mesz|utc|gmt)(?!\p{L})|[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z_]+)?)(?![\p{L}\d+/-])\)?/u;

/** The sentence without it, and the zone by its name in the tables; `unclear`: a name that says too little. */
export function zoneIn(sentence: string): {
  readonly rest: string;
  readonly zone?: string;
  readonly unclear?: string;
} {
  const found = behindTime.exec(sentence.replace(/\b(?:AM|PM|Uhr|UHR)\b/g, one => one.toLowerCase()));
  const { time = '', zone: name = '' } = found?.groups ?? {};
  const zone = name.includes('/') ? (zoneProblem(name) === undefined ? name : undefined) : usual[name.toUpperCase()];
  if (found === null || (zone === undefined && !several.has(name) && !name.includes('/'))) return { rest: sentence };
  const rest = `${sentence.slice(0, found.index)}${time.trim()}${sentence.slice(found.index + found[0].length)}`;
  return zone === undefined ? { rest, unclear: name } : { rest, zone };
}
