/**
 * The outage drill: an hour of counted time in which the model and Telegram fail in turn, in every way they can, while
 * the owner goes on writing and the process is killed twice. Then the world is well again, and everything has to have
 * arrived: judged by what Telegram got.
 */
import { join } from 'node:path';
import type { TurnFault } from '../../peers/script.ts';
import type { Fault, TelegramPeer } from '../../peers/telegram/telegram.ts';
import { check, type Findings } from '../check.ts';
import type { Flow } from '../flows.ts';
import { passed, rest } from '../kills/random-kills.ts';
import { startAgent } from '../run/agent-process.ts';
import { answerTo, talkIn } from '../run/talk.ts';
import { createWorld } from '../run/world.ts';
import { luckOf } from '../simulation/chance.ts';
import { cacheFolder } from '../sweep/sweep.ts';

export interface OutageOptions {
  /** Counted minutes in which things fail. */
  readonly minutes: number;
  readonly speed: number;
  readonly kills: number;
  readonly draw: string;
}

export interface OutageReport {
  readonly findings: Findings;
  /** Kinds of failure that were lived through, of the channel and of the model. */
  readonly kinds: readonly string[];
  readonly messages: number;
  /** Calls that failed. */
  readonly failed: number;
  readonly marked: number;
  /** Times the owner was notified that the model does not answer. */
  readonly notices: number;
}

type ChannelTrouble = Fault | 'refuse' | 'elsewhere';

const channelTroubles: readonly ChannelTrouble[] = [
  ...(['refuse', 'cut', 'lose', 'torn', 'hang', 'garbage', 'lateGarbage', 'elsewhere'] as const),
  ...[401, 409, 500, 502, 504].map(status => ({ status })),
  { status: 429, retryAfter: 7 },
  { status: 429, retryAfter: null },
];
const modelTroubles: readonly TurnFault[] = [
  ...(['refuse', 'hang', 'stall', 'cut', 'end-early', 'error-event'] as const),
  ...[{ status: 529 }, { status: 500 }, { status: 503 }, { status: 429, retryAfter: 20 }, { status: 429 }],
];

/** After these nobody can know whether a message has arrived. */
const doubtful: readonly unknown[] = ['lose', 'torn', 'hang', 'cut', 'lateGarbage', 'garbage', 'refuse'];

export async function outage({ minutes, speed, kills, draw }: OutageOptions): Promise<OutageReport> {
  const luck = luckOf(`outage ${draw}`);
  const answers: Record<string, readonly string[]> = {};
  let say: (text: string) => void = () => {};
  let modelTrouble: TurnFault | undefined;
  let failed = 0;
  const world = await createWorld({
    ...flow,
    answers,
    model: hand => {
      say = hand.say;
      return asked => {
        if (modelTrouble !== undefined) {
          failed += 1;
          return { text: 'half of it', fault: modelTrouble };
        }
        const { open, called } = talkIn(asked);
        const acts = asked.steps === 0 && called.length < asked.index / 2 && open.length > 0;
        if (acts)
          return { toolCalls: [{ name: 'execute_command', arguments: { command: `echo receipt-${asked.index}` } }] };
        return { text: open.map(answerTo).join('\n\n') || 'There is nothing more to say.' };
      };
    },
  });
  try {
    const since = Date.now();
    const start = () =>
      startAgent({
        job: { home: world.home, trace: world.traceFile, quick: { since, speed } },
        env: world.env,
        compileCache: cacheFolder(),
      });
    const counted = (countedMs: number) => passed(countedMs / speed);
    let agent = start();
    const killAt = new Set(Array.from({ length: kills }, () => luck.between(1, Math.max(1, minutes - 1))));
    const troubles = [...luck.shuffled(channelTroubles), ...luck.shuffled(modelTroubles)];
    const kinds = new Set<string>();
    let doubts = 0;
    for (let minute = 0; minute < minutes; minute += 1) {
      // every way to fail has its turn, of the channel and of the model, each for as long as the hour allows
      const at = Math.floor((minute * troubles.length) / minutes);
      const channel = channelTroubles.includes(troubles[at] as ChannelTrouble)
        ? (troubles[at] as ChannelTrouble)
        : undefined;
      modelTrouble = channel === undefined ? (troubles[at] as TurnFault) : undefined;
      kinds.add(JSON.stringify(troubles[at]));
      const tag = `m${world.said.length + 1}`;
      answers[tag] = [answerTo(tag)];
      say(`${tag}: do what is to be done`);
      const failedBefore = failed;
      const { isMet, end } = await begin(world.telegram, channel);
      if (killAt.has(minute)) {
        await counted(luck.between(1000, 50_000));
        agent.kill();
        await agent.end;
        agent = start();
      }
      await counted(60_000);
      // a machine that is slow enough has not met it yet
      for (let waits = 0; waits < mostWaits && !isMet() && failed === failedBefore; waits += 1) await passed(100);
      const hit = await end();
      failed += hit;
      if (channel !== undefined && doubtful.includes(channel)) doubts += hit;
    }
    modelTrouble = undefined;
    const problems = await rest(agent, world);
    const database = join(world.home, 'straylight.db');
    const found = check({ world, database, kills: kills + doubts, isClockFaster: true });
    const texts = world.sent.map(({ text }) => text);
    return {
      findings: { ...found, failed: found.failed + problems.length, problems: [...problems, ...found.problems] },
      kinds: [...kinds],
      messages: world.said.length,
      failed,
      marked: texts.filter(text => text.includes('This may be a duplicate')).length,
      notices: texts.filter(text => text.includes('keep trying')).length,
    };
  } finally {
    await world.close();
  }
}

/** A trouble waits so many tenths of a second more until a call meets it; where an actor rests, none ever does. */
const mostWaits = 200;

/** Lets the channel fail from now on; `end` ends that and answers how often it did. */
async function begin(
  telegram: TelegramPeer,
  trouble: ChannelTrouble | undefined,
): Promise<{ isMet(): boolean; end(): Promise<number> }> {
  if (trouble === undefined) return { isMet: () => false, end: async () => 0 };
  if (trouble === 'refuse') {
    const listen = await telegram.refuse();
    return {
      isMet: () => true,
      async end() {
        await listen();
        return 1;
      },
    };
  }
  if (trouble === 'elsewhere') {
    await telegram.pollElsewhere();
    return { isMet: () => true, end: async () => 1 };
  }
  const before = telegram.failed;
  telegram.fail('*', trouble, Number.POSITIVE_INFINITY);
  if (typeof trouble === 'object') telegram.fail('getUpdates', trouble, Number.POSITIVE_INFINITY);
  return {
    isMet: () => telegram.failed > before,
    async end() {
      telegram.mend();
      return telegram.failed - before;
    },
  };
}

const flow: Omit<Flow, 'model' | 'answers'> = {
  name: 'outage',
  about: 'an hour in which everything outside fails',
  approvals: 'continue',
  says: [],
  acts: [],
};
