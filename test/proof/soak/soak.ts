/**
 * A soak: the real agent under steady load for as long as it is asked for. It is killed a few times while it warms up;
 * then one life has to go on to the end and may hold no more then than when it was warm. Its owner's conversation is
 * set aside now and then meanwhile.
 */
import { mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Turn } from '../../peers/script.ts';
import { check, type Findings } from '../check.ts';
import type { Flow } from '../flows.ts';
import { passed, populate, rest } from '../kills/random-kills.ts';
import { type AgentProcess, startAgent } from '../run/agent-process.ts';
import type { AgentFigures } from '../run/run-agent.ts';
import { answerTo, talkIn } from '../run/talk.ts';
import { createWorld, type World } from '../run/world.ts';

export interface SoakReport {
  readonly ms: number;
  readonly messages: number;
  readonly acts: number;
  readonly kills: number;
  /** How often the conversation was set aside. */
  readonly suspensions: number;
  readonly findings: Findings;
  /** When it was warm, and in the end. */
  readonly warm: AgentFigures;
  readonly end: AgentFigures;
  /** The longest the log has been, in bytes. */
  readonly longestLog: number;
  /** Rows for each message, in the first half of the measured life and in the second. */
  readonly rowsEach: readonly [number, number];
  readonly orphans: readonly string[];
  /** Figures that are not bounded, a sentence each. */
  readonly grown: readonly string[];
}

export interface SoakOptions {
  readonly ms: number;
  /** Between one message and the next. */
  readonly everyMs?: number;
  /** So many sessions live in Straylight besides the one that is spoken with. */
  readonly actors?: number;
  readonly kills?: number;
  readonly onSample?: (figures: AgentFigures, ms: number) => void;
}

/** So many messages wait for their answers at a time. */
const most = 8;
const samples = 40;
/** What a log may be: that after which it is worked in, and what one burst may add. */
const longestLogBytes = 24 * 2 ** 20;

export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { ms, everyMs = 150, actors = 200, kills = 3, onSample = () => {} } = options;
  const answers: Record<string, readonly string[]> = {};
  let say: (text: string) => void = () => {};
  const world = await createWorld({
    ...flow,
    answers,
    model: hand => {
      say = hand.say;
      return asked => {
        const { open } = talkIn(asked);
        if (open.length > 0 && asked.steps === 0 && asked.index % 3 === 0) return toolsAt(asked.index);
        return { text: open.map(answerTo).join('\n\n') || 'There is nothing more to say.' };
      };
    },
  });
  const compileCache = join(tmpdir(), `straylight-proof-cache-${userInfo().uid}`);
  mkdirSync(compileCache, { recursive: true, mode: 0o700 });
  const start = (): AgentProcess =>
    startAgent({
      job: { home: world.home, trace: world.traceFile },
      env: world.env,
      compileCache,
      nodeArguments: ['--expose-gc'],
    });

  const waiting = waitingIn(world);
  let isSpeaking = true;
  const speak = (): void => {
    if (!isSpeaking || waiting() >= most) return;
    const tag = `m${world.said.length + 1}`;
    answers[tag] = [answerTo(tag)];
    say(`${tag}: look the lamp up and print its receipt`);
  };
  const speaking = setInterval(speak, everyMs);
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  try {
    await populate(world, actors);
    for (let kill = 1; kill <= kills; kill += 1) {
      const agent = start();
      await passed((ms * 0.2) / kills);
      agent.kill();
      const end = await agent.end;
      if (end.kind === 'failed') throw new Error(end.why);
    }

    const agent = start();
    const taken: { readonly figures: AgentFigures; readonly messages: number }[] = [];
    const left = ms - elapsed();
    let suspensions = 0;
    for (let sample = 1; sample <= samples; sample += 1) {
      await passed(left / samples);
      if (sample % 8 === 4) {
        suspensions += 1;
        await agent.steer('suspend');
        await passed(everyMs * 4);
        await agent.steer('resume');
      }
      const figures = await agent.figures();
      if (!figures) throw new Error('Straylight ended by itself');
      taken.push({ figures, messages: world.said.length });
      onSample(figures, elapsed());
    }
    isSpeaking = false;
    const failed = await rest(agent, world);
    const orphans = processesIn(world.home);
    const found = check({ world, database: join(world.home, 'straylight.db'), kills });
    const acts = world.trace().filter(({ what }) => what === 'act');
    const doubled = acts.length - new Set(acts.map(({ name }) => name)).size;
    const measured = measure(taken);
    return {
      ms: elapsed(),
      messages: world.said.length,
      acts: acts.length,
      kills,
      suspensions,
      orphans,
      ...measured,
      grown: grownIn(measured),
      findings: {
        ...found,
        doubled: found.doubled + doubled,
        failed: found.failed + failed.length,
        problems: [...failed, ...found.problems],
      },
    };
  } finally {
    clearInterval(speaking);
    await world.close();
  }
}

/** What was measured, in one line. */
export function noteOf({
  ms,
  messages,
  acts,
  warm,
  end,
  longestLog,
  rowsEach,
  kills,
  suspensions,
}: SoakReport): string {
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  const growth = (((end.rss - warm.rss) / warm.rss) * 100).toFixed(1);
  return [
    `${(ms / 60_000).toFixed(1)} minutes, ${messages} messages, ${acts} acts, ${kills} kills, ${suspensions} times set aside`,
    `memory ${mb(warm.rss)} → ${mb(end.rss)} (${growth} %; at most 10), heap ${mb(warm.heap)} → ${mb(end.heap)}`,
    `handles ${warm.handles} → ${end.handles}, timers ${warm.timers} → ${end.timers}, live actors ${warm.live} → ${end.live}`,
    `log at most ${mb(longestLog)}, rows a message ${rowsEach.map(each => each.toFixed(1)).join(' → ')}`,
  ].join('; ');
}

const flow: Omit<Flow, 'model' | 'answers'> = {
  name: 'soak',
  about: 'an owner who goes on writing',
  approvals: 'continue',
  says: [],
  acts: [],
  summaries: 'as many as fill it',
};

/**
 * Each time with words of its own: a look, a command that takes a moment, and now and then something that needs a yes.
 */
function toolsAt(index: number): Turn {
  return {
    toolCalls: [
      { name: 'look_up', arguments: { item: `lamp-${index}` } },
      { name: 'execute_command', arguments: { command: `echo receipt-${index}` } },
      ...(index % 24 === 0 ? [{ name: 'post_letter', arguments: { to: `Case ${index}` } }] : []),
    ],
  };
}

/** How many messages nobody has answered yet; each is looked for once. */
function waitingIn(world: World): () => number {
  const open = new Set<string>();
  let said = 0;
  let sent = 0;
  return () => {
    for (; said < world.said.length; said += 1) open.add(world.said[said]?.tag ?? '');
    for (; sent < world.sent.length; sent += 1)
      for (const [, tag = ''] of (world.sent[sent]?.text ?? '').matchAll(/Answer to (m\d+)\./g)) open.delete(tag);
    return open.size;
  };
}

export type Measured = Pick<SoakReport, 'warm' | 'end' | 'longestLog' | 'rowsEach'>;

/** The first half is what it needs to become warm: caches fill, code is compiled. */
function measure(taken: readonly { readonly figures: AgentFigures; readonly messages: number }[]): Measured {
  const half = Math.floor(taken.length / 2);
  const quarter = Math.floor(taken.length / 4);
  const figuresOf = (part: typeof taken): AgentFigures => {
    const sorted = (name: keyof AgentFigures) => part.map(({ figures }) => figures[name]).toSorted((a, b) => a - b);
    const names = Object.keys(part[0]?.figures ?? {}) as (keyof AgentFigures)[];
    const medians = names.map(name => [name, sorted(name)[Math.floor(part.length / 2)] ?? 0]);
    // each command and request under way holds a few; what stays open is in the smallest count too
    return { ...(Object.fromEntries(medians) as AgentFigures), handles: sorted('handles')[0] ?? 0 };
  };
  const each = (part: typeof taken): number => {
    const [first, last] = [part[0], part.at(-1)];
    if (!first || !last) return 0;
    return (last.figures.rows - first.figures.rows) / Math.max(1, last.messages - first.messages);
  };
  return {
    warm: figuresOf(taken.slice(half, half + quarter)),
    end: figuresOf(taken.slice(-quarter)),
    longestLog: Math.max(...taken.map(({ figures }) => figures.log)),
    rowsEach: [each(taken.slice(0, half)), each(taken.slice(half))],
  };
}

/** A sentence for each figure that has no bound. */
export function grownIn({ warm, end, longestLog, rowsEach: [first, second] }: Measured): readonly string[] {
  const bounds: readonly (readonly [what: string, is: number, most: number])[] = [
    ['memory', end.rss, warm.rss * 1.1],
    ['handles', end.handles, warm.handles + 2],
    ['timers', end.timers, warm.timers + 20],
    ['effects under way', end.effects, warm.effects + 20],
    ['messages that wait', end.inbox, warm.inbox + 20],
    ['live actors', end.live, warm.live + 20],
    ['the log', longestLog, longestLogBytes],
    ['rows for each message', second, first * 1.1 + 1],
  ];
  return bounds.flatMap(([what, is, most]) =>
    is > most ? [`${what}: ${is.toFixed(1)} where at most ${most.toFixed(1)} may be`] : [],
  );
}

/** Processes whose folder lies in this one: whatever an agent leaves behind works there. Linux tells, others do not. */
function processesIn(folder: string): readonly string[] {
  try {
    return readdirSync('/proc').filter(pid => {
      try {
        return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    });
  } catch {
    return [];
  }
}
