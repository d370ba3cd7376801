/**
 * Jobs in counted time: the whole agent over changes of the clock in three zones, the ends of a year and of a February,
 * a clock that is set and a month without a process, with stops and kills between.
 *
 * A row of a table is an instant as UTC and why a run was made, with what became of it; what ran says its own local time.
 */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { countedAgent } from '../rig/counted-agent.ts';

interface Job {
  readonly schedule: string;
  readonly catchUp?: 'once' | 'skip' | 'all';
  readonly timeZone?: string;
  readonly isPaused?: true;
  /** Every row of it, the oldest first. */
  readonly runs: readonly string[];
  /** When it runs next, after all of this. */
  readonly next?: string | null;
}

/** Until an instant; stopped or killed now, and back at an instant; set by so many minutes. */
type Act = readonly ['until' | 'stopped' | 'killed', string] | readonly ['set', number];

interface Story {
  readonly zone: string;
  readonly from: string;
  readonly jobs: Readonly<Record<string, Job>>;
  readonly acts: readonly Act[];
  /** What the owner read beside the words of the runs that were made in time, in any order. */
  readonly told?: readonly string[];
}

async function tell({ zone, from, jobs, acts, told = [] }: Story): Promise<void> {
  const agent = await countedAgent(Date.parse(from));
  try {
    for (const [name, { runs: _, next: __, isPaused, ...written }] of Object.entries(jobs)) {
      await agent.straylight.agent.jobs.define({ name, timeZone: zone, say: `${name} {{datetime}}`, ...written });
      if (isPaused) await agent.straylight.agent.jobs.act({ name, act: 'disable' });
    }
    for (const [what, how] of acts)
      if (what === 'until') await agent.until(Date.parse(how));
      else if (what === 'set') await agent.set(how * 60_000);
      else await agent.away(what, Date.parse(how));
    const { jobs: ofJobs, sessions } = agent.straylight.agent;
    const inTime: string[] = [];
    for (const [name, { runs: expected, next }] of Object.entries(jobs)) {
      const { runs } = (await ofJobs.history({ name, limit: 500 })) ?? { runs: [] };
      assert.deepEqual(runs.map(rowOf).toReversed(), expected, name);
      inTime.push(
        ...runs.flatMap(({ trigger, result }) => (trigger === 'due' && result !== null ? [`Reminder: ${result}`] : [])),
      );
      if (next !== undefined) {
        const { jobs: all } = await ofJobs.list({});
        assert.equal(iso(all.find(job => job.name === name)?.next ?? null), next, `${name} runs next`);
      }
    }
    const { messages } = await sessions.messages({ id: 'session:terminal:main', limit: 200 });
    assert.deepEqual(messages.map(({ text }) => text).toSorted(), [...inTime, ...told].toSorted());
  } finally {
    await agent.close();
  }
}

function rowOf(run: {
  readonly slot: number;
  readonly until: number;
  readonly count: number;
  readonly trigger: string;
  readonly state: string;
  readonly reason: string | null;
  readonly result: string | null;
}): string {
  const { slot, until, count, trigger, state, reason, result } = run;
  const when = count === 1 ? iso(slot) : `${iso(slot)} to ${iso(until)}, ${count} of them,`;
  const local = result?.slice(result.indexOf(' ') + 1);
  return [when, trigger, state, ...(reason === null ? [] : [reason]), ...(local === undefined ? [] : [local])].join(
    ' ',
  );
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().replace(/:00(\.000)?Z$/, 'Z');
}

/** What a run says that was made up for. */
const late = (words: string, when: string, length: string) =>
  `Reminder: ${words}\n(A catch-up: it was due on ${when}, ${length} before, when Straylight was not running or was busy.)`;

/** What the owner reads of a run that is not made up for. */
const left = (name: string, when: string) =>
  `Job ${name} missed 1 run while Straylight was not running (${when}). It is not made up for.`;

// ── both changes of the clock, up but for a moment: before and after the change, and between what comes twice ────

const up: Readonly<Record<string, Story>> = {
  'Berlin is set forward': {
    zone: 'Europe/Berlin',
    from: '2027-03-27T18:00Z',
    jobs: {
      // 02:30 is left out that night
      night: { schedule: '30 2 * * *', runs: ['2027-03-28T01:00Z due done 2027-03-28T03:00:00+02:00'] },
      halves: {
        schedule: '*/30 1-3 * * *',
        runs: [
          '2027-03-28T00:00Z due done 2027-03-28T01:00:00+01:00',
          '2027-03-28T00:30Z due done 2027-03-28T01:30:00+01:00',
          '2027-03-28T01:00Z due done 2027-03-28T03:00:00+02:00',
          '2027-03-28T01:30Z due done 2027-03-28T03:30:00+02:00',
        ],
      },
    },
    acts: [
      ['until', '2027-03-28T00:40Z'],
      ['killed', '2027-03-28T00:50Z'],
      ['until', '2027-03-28T01:10Z'],
      ['stopped', '2027-03-28T01:20Z'],
      ['until', '2027-03-28T12:00Z'],
    ],
  },
  'Berlin is set back': {
    zone: 'Europe/Berlin',
    from: '2026-10-24T18:00Z',
    jobs: {
      // 02:30 comes twice that night
      night: { schedule: '30 2 * * *', runs: ['2026-10-25T00:30Z due done 2026-10-25T02:30:00+02:00'] },
      halves: {
        schedule: '*/30 2 * * *',
        runs: [
          '2026-10-25T00:00Z due done 2026-10-25T02:00:00+02:00',
          '2026-10-25T00:30Z due done 2026-10-25T02:30:00+02:00',
          '2026-10-25T01:00Z due done 2026-10-25T02:00:00+01:00',
          '2026-10-25T01:30Z due done 2026-10-25T02:30:00+01:00',
        ],
      },
    },
    acts: [
      ['until', '2026-10-25T00:40Z'],
      ['killed', '2026-10-25T00:50Z'],
      ['until', '2026-10-25T01:10Z'],
      ['stopped', '2026-10-25T01:20Z'],
      ['until', '2026-10-25T12:00Z'],
    ],
  },
  'New York is set forward': {
    zone: 'America/New_York',
    from: '2027-03-13T18:00Z',
    jobs: {
      night: { schedule: '30 2 * * *', runs: ['2027-03-14T07:00Z due done 2027-03-14T03:00:00-04:00'] },
      halves: {
        schedule: '*/30 1-3 * * *',
        runs: [
          '2027-03-14T06:00Z due done 2027-03-14T01:00:00-05:00',
          '2027-03-14T06:30Z due done 2027-03-14T01:30:00-05:00',
          '2027-03-14T07:00Z due done 2027-03-14T03:00:00-04:00',
          '2027-03-14T07:30Z due done 2027-03-14T03:30:00-04:00',
        ],
      },
    },
    acts: [
      ['until', '2027-03-14T06:40Z'],
      ['killed', '2027-03-14T06:50Z'],
      ['until', '2027-03-14T07:10Z'],
      ['stopped', '2027-03-14T07:20Z'],
      ['until', '2027-03-14T18:00Z'],
    ],
  },
  'New York is set back': {
    zone: 'America/New_York',
    from: '2026-10-31T18:00Z',
    jobs: {
      night: { schedule: '30 1 * * *', runs: ['2026-11-01T05:30Z due done 2026-11-01T01:30:00-04:00'] },
      halves: {
        schedule: '*/30 1 * * *',
        runs: [
          '2026-11-01T05:00Z due done 2026-11-01T01:00:00-04:00',
          '2026-11-01T05:30Z due done 2026-11-01T01:30:00-04:00',
          '2026-11-01T06:00Z due done 2026-11-01T01:00:00-05:00',
          '2026-11-01T06:30Z due done 2026-11-01T01:30:00-05:00',
        ],
      },
    },
    acts: [
      ['until', '2026-11-01T05:40Z'],
      ['killed', '2026-11-01T05:50Z'],
      ['until', '2026-11-01T06:10Z'],
      ['stopped', '2026-11-01T06:20Z'],
      ['until', '2026-11-01T18:00Z'],
    ],
  },
  'Lord Howe is set forward by half an hour': {
    zone: 'Australia/Lord_Howe',
    from: '2026-10-03T06:00Z',
    jobs: {
      night: { schedule: '15 2 * * *', runs: ['2026-10-03T15:30Z due done 2026-10-04T02:30:00+11:00'] },
      quarters: {
        schedule: '*/15 2 * * *',
        runs: [
          '2026-10-03T15:30Z due done 2026-10-04T02:30:00+11:00',
          '2026-10-03T15:45Z due done 2026-10-04T02:45:00+11:00',
        ],
      },
    },
    acts: [
      ['until', '2026-10-03T15:20Z'],
      ['killed', '2026-10-03T15:25Z'],
      ['until', '2026-10-03T15:35Z'],
      ['stopped', '2026-10-03T15:40Z'],
      ['until', '2026-10-04T03:00Z'],
    ],
  },
  'Lord Howe is set back by half an hour': {
    zone: 'Australia/Lord_Howe',
    from: '2027-04-03T06:00Z',
    jobs: {
      // 01:30 to 02:00 comes twice
      night: { schedule: '45 1 * * *', runs: ['2027-04-03T14:45Z due done 2027-04-04T01:45:00+11:00'] },
      quarters: {
        schedule: '*/15 1 * * *',
        runs: [
          '2027-04-03T14:00Z due done 2027-04-04T01:00:00+11:00',
          '2027-04-03T14:15Z due done 2027-04-04T01:15:00+11:00',
          '2027-04-03T14:30Z due done 2027-04-04T01:30:00+11:00',
          '2027-04-03T14:45Z due done 2027-04-04T01:45:00+11:00',
          '2027-04-03T15:00Z due done 2027-04-04T01:30:00+10:30',
          '2027-04-03T15:15Z due done 2027-04-04T01:45:00+10:30',
        ],
      },
    },
    acts: [
      ['until', '2027-04-03T14:50Z'],
      ['killed', '2027-04-03T14:55Z'],
      ['until', '2027-04-03T15:05Z'],
      ['stopped', '2027-04-03T15:10Z'],
      ['until', '2027-04-04T03:00Z'],
    ],
  },
};

for (const [change, story] of Object.entries(up))
  test(`given jobs at night, when the clock of ${change} and the agent is killed and stopped meanwhile, then each instant runs once`, () =>
    tell(story));

// ── both changes of the clock, down from the evening to the morning ─────────────────────────────────

/** One job makes up for what it missed by one run, one by none, one by all. */
const down: Readonly<Record<string, Story>> = {
  'Berlin is set forward': {
    zone: 'Europe/Berlin',
    from: '2027-03-27T18:00Z',
    jobs: {
      one: { schedule: '30 2 * * *', runs: ['2027-03-28T01:00Z catchUp done 2027-03-28T03:00:00+02:00'] },
      none: { schedule: '30 2 * * *', catchUp: 'skip', runs: ['2027-03-28T01:00Z due skipped missed'] },
      all: {
        schedule: '*/30 2-3 * * *',
        catchUp: 'all',
        runs: [
          '2027-03-28T01:00Z catchUp done 2027-03-28T03:00:00+02:00',
          '2027-03-28T01:30Z catchUp done 2027-03-28T03:30:00+02:00',
        ],
      },
    },
    acts: [
      ['killed', '2027-03-28T06:00Z'],
      ['until', '2027-03-28T12:00Z'],
    ],
    told: [
      late('one 2027-03-28T03:00:00+02:00', 'Sun, 28 Mar 2027, 03:00 CEST', '5 hours'),
      left('none', 'Sun, 28 Mar 2027, 03:00 CEST'),
      late('all 2027-03-28T03:00:00+02:00', 'Sun, 28 Mar 2027, 03:00 CEST', '5 hours'),
      late('all 2027-03-28T03:30:00+02:00', 'Sun, 28 Mar 2027, 03:30 CEST', '5 hours'),
    ],
  },
  'Berlin is set back': {
    zone: 'Europe/Berlin',
    from: '2026-10-24T18:00Z',
    jobs: {
      one: { schedule: '30 2 * * *', runs: ['2026-10-25T00:30Z catchUp done 2026-10-25T02:30:00+02:00'] },
      none: { schedule: '30 2 * * *', catchUp: 'skip', runs: ['2026-10-25T00:30Z due skipped missed'] },
      all: {
        schedule: '*/30 2 * * *',
        catchUp: 'all',
        runs: [
          '2026-10-25T00:00Z catchUp done 2026-10-25T02:00:00+02:00',
          '2026-10-25T00:30Z catchUp done 2026-10-25T02:30:00+02:00',
          '2026-10-25T01:00Z catchUp done 2026-10-25T02:00:00+01:00',
          '2026-10-25T01:30Z catchUp done 2026-10-25T02:30:00+01:00',
        ],
      },
    },
    acts: [
      ['killed', '2026-10-25T06:00Z'],
      ['until', '2026-10-25T12:00Z'],
    ],
    told: [
      late('one 2026-10-25T02:30:00+02:00', 'Sun, 25 Oct 2026, 02:30 CEST', '6 hours'),
      left('none', 'Sun, 25 Oct 2026, 02:30 CEST'),
      late('all 2026-10-25T02:00:00+02:00', 'Sun, 25 Oct 2026, 02:00 CEST', '6 hours'),
      late('all 2026-10-25T02:30:00+02:00', 'Sun, 25 Oct 2026, 02:30 CEST', '6 hours'),
      late('all 2026-10-25T02:00:00+01:00', 'Sun, 25 Oct 2026, 02:00 CET', '5 hours'),
      late('all 2026-10-25T02:30:00+01:00', 'Sun, 25 Oct 2026, 02:30 CET', '5 hours'),
    ],
  },
  'New York is set forward': {
    zone: 'America/New_York',
    from: '2027-03-13T18:00Z',
    jobs: {
      one: { schedule: '30 2 * * *', runs: ['2027-03-14T07:00Z catchUp done 2027-03-14T03:00:00-04:00'] },
      none: { schedule: '30 2 * * *', catchUp: 'skip', runs: ['2027-03-14T07:00Z due skipped missed'] },
      all: {
        schedule: '*/30 2-3 * * *',
        catchUp: 'all',
        runs: [
          '2027-03-14T07:00Z catchUp done 2027-03-14T03:00:00-04:00',
          '2027-03-14T07:30Z catchUp done 2027-03-14T03:30:00-04:00',
        ],
      },
    },
    acts: [
      ['killed', '2027-03-14T12:00Z'],
      ['until', '2027-03-14T18:00Z'],
    ],
    told: [
      late('one 2027-03-14T03:00:00-04:00', 'Sun, 14 Mar 2027, 03:00 GMT-4', '5 hours'),
      left('none', 'Sun, 14 Mar 2027, 03:00 GMT-4'),
      late('all 2027-03-14T03:00:00-04:00', 'Sun, 14 Mar 2027, 03:00 GMT-4', '5 hours'),
      late('all 2027-03-14T03:30:00-04:00', 'Sun, 14 Mar 2027, 03:30 GMT-4', '5 hours'),
    ],
  },
  'New York is set back': {
    zone: 'America/New_York',
    from: '2026-10-31T18:00Z',
    jobs: {
      one: { schedule: '30 1 * * *', runs: ['2026-11-01T05:30Z catchUp done 2026-11-01T01:30:00-04:00'] },
      none: { schedule: '30 1 * * *', catchUp: 'skip', runs: ['2026-11-01T05:30Z due skipped missed'] },
      all: {
        schedule: '*/30 1 * * *',
        catchUp: 'all',
        runs: [
          '2026-11-01T05:00Z catchUp done 2026-11-01T01:00:00-04:00',
          '2026-11-01T05:30Z catchUp done 2026-11-01T01:30:00-04:00',
          '2026-11-01T06:00Z catchUp done 2026-11-01T01:00:00-05:00',
          '2026-11-01T06:30Z catchUp done 2026-11-01T01:30:00-05:00',
        ],
      },
    },
    acts: [
      ['killed', '2026-11-01T12:00Z'],
      ['until', '2026-11-01T18:00Z'],
    ],
    told: [
      late('one 2026-11-01T01:30:00-04:00', 'Sun, 1 Nov 2026, 01:30 GMT-4', '7 hours'),
      left('none', 'Sun, 1 Nov 2026, 01:30 GMT-4'),
      late('all 2026-11-01T01:00:00-04:00', 'Sun, 1 Nov 2026, 01:00 GMT-4', '7 hours'),
      late('all 2026-11-01T01:30:00-04:00', 'Sun, 1 Nov 2026, 01:30 GMT-4', '7 hours'),
      late('all 2026-11-01T01:00:00-05:00', 'Sun, 1 Nov 2026, 01:00 GMT-5', '6 hours'),
      late('all 2026-11-01T01:30:00-05:00', 'Sun, 1 Nov 2026, 01:30 GMT-5', '6 hours'),
    ],
  },
  'Lord Howe is set forward by half an hour': {
    zone: 'Australia/Lord_Howe',
    from: '2026-10-03T06:00Z',
    jobs: {
      one: { schedule: '15 2 * * *', runs: ['2026-10-03T15:30Z catchUp done 2026-10-04T02:30:00+11:00'] },
      none: { schedule: '15 2 * * *', catchUp: 'skip', runs: ['2026-10-03T15:30Z due skipped missed'] },
      all: {
        schedule: '*/15 2 * * *',
        catchUp: 'all',
        runs: [
          '2026-10-03T15:30Z catchUp done 2026-10-04T02:30:00+11:00',
          '2026-10-03T15:45Z catchUp done 2026-10-04T02:45:00+11:00',
        ],
      },
    },
    acts: [
      ['killed', '2026-10-03T20:00Z'],
      ['until', '2026-10-04T03:00Z'],
    ],
    told: [
      late('one 2026-10-04T02:30:00+11:00', 'Sun, 4 Oct 2026, 02:30 GMT+11', '5 hours'),
      left('none', 'Sun, 4 Oct 2026, 02:30 GMT+11'),
      late('all 2026-10-04T02:30:00+11:00', 'Sun, 4 Oct 2026, 02:30 GMT+11', '5 hours'),
      late('all 2026-10-04T02:45:00+11:00', 'Sun, 4 Oct 2026, 02:45 GMT+11', '4 hours'),
    ],
  },
  'Lord Howe is set back by half an hour': {
    zone: 'Australia/Lord_Howe',
    from: '2027-04-03T06:00Z',
    jobs: {
      one: { schedule: '45 1 * * *', runs: ['2027-04-03T14:45Z catchUp done 2027-04-04T01:45:00+11:00'] },
      none: { schedule: '45 1 * * *', catchUp: 'skip', runs: ['2027-04-03T14:45Z due skipped missed'] },
      all: {
        schedule: '*/15 1 * * *',
        catchUp: 'all',
        runs: [
          '2027-04-03T14:00Z catchUp done 2027-04-04T01:00:00+11:00',
          '2027-04-03T14:15Z catchUp done 2027-04-04T01:15:00+11:00',
          '2027-04-03T14:30Z catchUp done 2027-04-04T01:30:00+11:00',
          '2027-04-03T14:45Z catchUp done 2027-04-04T01:45:00+11:00',
          '2027-04-03T15:00Z catchUp done 2027-04-04T01:30:00+10:30',
          '2027-04-03T15:15Z catchUp done 2027-04-04T01:45:00+10:30',
        ],
      },
    },
    acts: [
      ['killed', '2027-04-03T20:00Z'],
      ['until', '2027-04-04T03:00Z'],
    ],
    told: [
      late('one 2027-04-04T01:45:00+11:00', 'Sun, 4 Apr 2027, 01:45 GMT+11', '5 hours'),
      left('none', 'Sun, 4 Apr 2027, 01:45 GMT+11'),
      late('all 2027-04-04T01:00:00+11:00', 'Sun, 4 Apr 2027, 01:00 GMT+11', '6 hours'),
      late('all 2027-04-04T01:15:00+11:00', 'Sun, 4 Apr 2027, 01:15 GMT+11', '6 hours'),
      late('all 2027-04-04T01:30:00+11:00', 'Sun, 4 Apr 2027, 01:30 GMT+11', '6 hours'),
      late('all 2027-04-04T01:45:00+11:00', 'Sun, 4 Apr 2027, 01:45 GMT+11', '5 hours'),
      late('all 2027-04-04T01:30:00+10:30', 'Sun, 4 Apr 2027, 01:30 GMT+10:30', '5 hours'),
      late('all 2027-04-04T01:45:00+10:30', 'Sun, 4 Apr 2027, 01:45 GMT+10:30', '5 hours'),
    ],
  },
};

for (const [change, story] of Object.entries(down))
  test(`given jobs at night, when the agent is killed in the evening, the clock of ${change} and it is back in the morning, then each instant is made up for or left out as its job wants, and said`, () =>
    tell(story));

// ── the calendar ────────────────────────────────────────────────────────────────────────────────────

test('given jobs at the end of the year in three zones, when the years change and the agent is killed over one of them, then each runs once, and what was late says so', () =>
  tell({
    zone: 'UTC',
    from: '2026-12-31T06:00Z',
    jobs: {
      'eve-lord-howe': {
        schedule: '59 23 31 12 *',
        timeZone: 'Australia/Lord_Howe',
        next: '2027-12-31T12:59Z',
        runs: ['2026-12-31T12:59Z due done 2026-12-31T23:59:00+11:00'],
      },
      'year-lord-howe': {
        schedule: '@yearly',
        timeZone: 'Australia/Lord_Howe',
        next: '2027-12-31T13:00Z',
        runs: ['2026-12-31T13:00Z due done 2027-01-01T00:00:00+11:00'],
      },
      'eve-berlin': {
        schedule: '59 23 31 12 *',
        timeZone: 'Europe/Berlin',
        next: '2027-12-31T22:59Z',
        runs: ['2026-12-31T22:59Z due done 2026-12-31T23:59:00+01:00'],
      },
      'year-berlin': {
        schedule: '@yearly',
        timeZone: 'Europe/Berlin',
        next: '2027-12-31T23:00Z',
        runs: ['2026-12-31T23:00Z catchUp done 2027-01-01T00:00:00+01:00'],
      },
      'eve-new-york': {
        schedule: '59 23 31 12 *',
        timeZone: 'America/New_York',
        next: '2028-01-01T04:59Z',
        runs: ['2027-01-01T04:59Z due done 2026-12-31T23:59:00-05:00'],
      },
      'year-new-york': {
        schedule: '@yearly',
        timeZone: 'America/New_York',
        next: '2028-01-01T05:00Z',
        runs: ['2027-01-01T05:00Z due done 2027-01-01T00:00:00-05:00'],
      },
    },
    acts: [
      ['until', '2026-12-31T22:59:30Z'],
      ['killed', '2026-12-31T23:00:30Z'],
      ['until', '2027-01-01T12:00Z'],
    ],
    told: [late('year-berlin 2027-01-01T00:00:00+01:00', 'Fri, 1 Jan 2027, 00:00 CET', '30 seconds')],
  }));

test('given jobs at the end of February, when a year without a leap day and most of the next pass, and the agent is away on the leap day, then it is made up for once, and waits four years', () =>
  tell({
    zone: 'UTC',
    from: '2027-02-20T00:00Z',
    jobs: {
      leap: {
        schedule: '0 12 29 2 *',
        next: '2032-02-29T12:00Z',
        runs: ['2028-02-29T12:00Z catchUp done 2028-02-29T12:00:00+00:00'],
      },
      last: {
        schedule: '0 9 L 2 *',
        next: '2029-02-28T09:00Z',
        runs: [
          '2027-02-28T09:00Z due done 2027-02-28T09:00:00+00:00',
          '2028-02-29T09:00Z due done 2028-02-29T09:00:00+00:00',
        ],
      },
    },
    acts: [
      ['until', '2027-03-02T00:00Z'],
      // nothing is missed in that year, and nothing is said
      ['stopped', '2028-02-28T00:00Z'],
      ['until', '2028-02-29T11:00Z'],
      ['killed', '2028-03-01T00:00Z'],
      ['until', '2028-03-02T00:00Z'],
    ],
    told: [late('leap 2028-02-29T12:00:00+00:00', 'Tue, 29 Feb 2028, 12:00 UTC', '12 hours')],
  }));

// ── a clock that is set, and a long time away ───────────────────────────────────────────────────────

const hourly = { schedule: '@hourly', next: '2026-11-23T13:00Z' };

test('given jobs of an agent that runs, when its clock is set back an hour, then no instant runs a second time, and an interval goes on in real time', () =>
  tell({
    zone: 'UTC',
    from: '2026-11-23T10:25Z',
    jobs: {
      hour: {
        ...hourly,
        runs: [
          '2026-11-23T11:00Z due done 2026-11-23T11:00:00+00:00', // and not when the clock shows 11:00 again
          '2026-11-23T12:00Z due done 2026-11-23T12:00:00+00:00',
        ],
      },
      interval: {
        schedule: 'every 20m',
        runs: [
          '2026-11-23T10:45Z due done 2026-11-23T10:45:00+00:00',
          '2026-11-23T11:05Z due done 2026-11-23T11:05:00+00:00',
          '2026-11-23T10:25Z due done 2026-11-23T10:25:00+00:00',
          '2026-11-23T10:45Z due done 2026-11-23T10:45:00+00:00',
          '2026-11-23T11:05Z due done 2026-11-23T11:05:00+00:00',
          '2026-11-23T11:25Z due done 2026-11-23T11:25:00+00:00',
          '2026-11-23T11:45Z due done 2026-11-23T11:45:00+00:00',
          '2026-11-23T12:05Z due done 2026-11-23T12:05:00+00:00',
        ],
      },
      once: { schedule: '2026-11-23T11:02', runs: ['2026-11-23T11:02Z due done 2026-11-23T11:02:00+00:00'] },
    },
    acts: [
      ['until', '2026-11-23T11:05Z'],
      ['set', -60],
      ['until', '2026-11-23T12:10Z'],
    ],
  }));

test('given jobs, when the clock is set back an hour while no process runs, then no instant runs a second time', () =>
  tell({
    zone: 'UTC',
    from: '2026-11-23T10:25Z',
    jobs: {
      hour: {
        ...hourly,
        runs: [
          '2026-11-23T11:00Z due done 2026-11-23T11:00:00+00:00',
          '2026-11-23T12:00Z due done 2026-11-23T12:00:00+00:00',
        ],
      },
      once: { schedule: '2026-11-23T11:02', runs: ['2026-11-23T11:02Z due done 2026-11-23T11:02:00+00:00'] },
      later: { schedule: '2026-11-23T11:30', runs: ['2026-11-23T11:30Z due done 2026-11-23T11:30:00+00:00'] },
    },
    acts: [
      ['until', '2026-11-23T11:05Z'],
      ['killed', '2026-11-23T10:06Z'],
      ['until', '2026-11-23T12:10Z'],
    ],
  }));

test('given jobs of an agent that runs, when its clock is set forward an hour, then what that swallowed is made up for', () =>
  tell({
    zone: 'UTC',
    from: '2026-11-23T10:25Z',
    jobs: {
      hour: {
        ...hourly,
        runs: [
          '2026-11-23T11:00Z due done 2026-11-23T11:00:00+00:00',
          '2026-11-23T12:00Z catchUp done 2026-11-23T12:00:00+00:00',
        ],
      },
      none: {
        schedule: '30 * * * *',
        catchUp: 'skip',
        runs: ['2026-11-23T10:30Z due done 2026-11-23T10:30:00+00:00', '2026-11-23T11:30Z due skipped missed'],
      },
    },
    acts: [
      ['until', '2026-11-23T11:05Z'],
      ['set', 60],
      ['until', '2026-11-23T12:10Z'],
    ],
    told: [
      late('hour 2026-11-23T12:00:00+00:00', 'Mon, 23 Nov 2026, 12:00 UTC', '5 minutes'),
      left('none', 'Mon, 23 Nov 2026, 11:30 UTC'),
    ],
  }));

test('given thirty days without a process, when it is back, then each job makes up for them as it wants, and says what it left out', () =>
  tell({
    zone: 'Europe/Berlin',
    from: '2026-10-23T12:00Z',
    jobs: {
      one: {
        schedule: '0 8 * * *',
        next: '2026-11-23T07:00Z',
        runs: [
          '2026-10-24T06:00Z to 2026-11-21T07:00Z, 29 of them, due skipped missed',
          '2026-11-22T07:00Z catchUp done 2026-11-22T08:00:00+01:00',
        ],
      },
      none: {
        schedule: '0 8 * * *',
        catchUp: 'skip',
        next: '2026-11-23T07:00Z',
        runs: ['2026-10-24T06:00Z to 2026-11-22T07:00Z, 30 of them, due skipped missed'],
      },
      all: {
        schedule: '0 8 * * *',
        catchUp: 'all',
        next: '2026-11-23T07:00Z',
        runs: [
          '2026-10-24T06:00Z to 2026-11-12T07:00Z, 20 of them, due skipped missed',
          ...Array.from({ length: 10 }, (_, day) => `2026-11-${day + 13}`).map(
            day => `${day}T07:00Z catchUp done ${day}T08:00:00+01:00`,
          ),
        ],
      },
      minute: {
        schedule: '* * * * *',
        runs: [
          '2026-10-23T12:01Z to 2026-11-22T11:59Z, 100 of them, due skipped missed',
          '2026-11-22T12:00Z catchUp done 2026-11-22T13:00:00+01:00',
          '2026-11-22T12:01Z due done 2026-11-22T13:01:00+01:00',
        ],
      },
      interval: {
        schedule: 'every 12h',
        next: '2026-11-23T00:00Z',
        runs: [
          '2026-10-24T00:00Z to 2026-11-22T00:00Z, 59 of them, due skipped missed',
          '2026-11-22T12:00Z catchUp done 2026-11-22T13:00:00+01:00',
        ],
      },
      single: {
        schedule: '2026-11-01T09:00',
        runs: ['2026-11-01T08:00Z catchUp done 2026-11-01T09:00:00+01:00'],
      },
      paused: { schedule: '0 8 * * *', isPaused: true, next: null, runs: [] },
    },
    acts: [
      ['until', '2026-10-23T12:00:30Z'],
      ['killed', '2026-11-22T12:00:20Z'],
      ['until', '2026-11-22T12:01:30Z'],
    ],
    told: [
      'Job one missed 29 runs while Straylight was not running (Sat, 24 Oct 2026, 08:00 CEST – Sat, 21 Nov 2026, 08:00 CET). One run makes up for them.',
      late('one 2026-11-22T08:00:00+01:00', 'Sun, 22 Nov 2026, 08:00 CET', '5 hours'),
      'Job none missed 30 runs while Straylight was not running (Sat, 24 Oct 2026, 08:00 CEST – Sun, 22 Nov 2026, 08:00 CET). They are not made up for.',
      'Job all missed 20 runs while Straylight was not running (Sat, 24 Oct 2026, 08:00 CEST – Thu, 12 Nov 2026, 08:00 CET). They are not made up for.',
      ...Array.from({ length: 10 }, (_, day) => day).map(day =>
        late(
          `all 2026-11-${day + 13}T08:00:00+01:00`,
          `${['Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu'][day % 7]}, ${day + 13} Nov 2026, 08:00 CET`,
          day === 9 ? '5 hours' : day === 8 ? '29 hours' : `${9 - day} days`,
        ),
      ),
      'Job minute missed more than 100 runs while Straylight was not running (Fri, 23 Oct 2026, 14:01 CEST – Sun, 22 Nov 2026, 12:59 CET). One run makes up for them.',
      late('minute 2026-11-22T13:00:00+01:00', 'Sun, 22 Nov 2026, 13:00 CET', '20 seconds'),
      'Job interval missed 59 runs while Straylight was not running (Sat, 24 Oct 2026, 02:00 CEST – Sun, 22 Nov 2026, 01:00 CET). One run makes up for them.',
      late('interval 2026-11-22T13:00:00+01:00', 'Sun, 22 Nov 2026, 13:00 CET', '20 seconds'),
      late('single 2026-11-01T09:00:00+01:00', 'Sun, 1 Nov 2026, 09:00 CET', '21 days'),
    ],
  }));
