/** One stage of the ablation, in a process of its own: `side.ts PARTS HOME URL`, where the first so many parts are in. */
import { request } from 'node:http';
import type { Config } from '../../../config/load.ts';
import { knownPageToken } from '../../../src/adapters/remote/page-token.ts';
import { compose } from '../../../src/compose.ts';
import { benchConfig, instantExecutor } from '../bench-home.ts';
import { serveRounds } from '../turn/serve-rounds.ts';
import { inSessions, type Turns } from '../turn/turns.ts';
import { countWrites } from './counters.ts';
import { grownHost } from './host.ts';
import { type PartName, parts } from './parts.ts';

const [, , count = '0', home = '', url = ''] = process.argv;
const names = new Set(parts.slice(0, Number(count)).map(({ name }) => name));
const has = (part: PartName) => names.has(part);

/** A gate has to be set for calls to pass it; this one lets all of them through. */
const gate = `[[gates]]\nname = "ablation"\non = "tool"\nkind = "predicate"\nfield = "command"\nregex = "^never$"\n`;
const more = [`[undo]\nenabled = ${has('undo')}\n`, ...(has('gates') ? [gate] : [])].join('');
const config = benchConfig(home, url, { page: has('page'), more });

const counted = countWrites();
const turns = has('everything else') ? await wholeTurns(config) : await grownTurns(config);
serveRounds({ ...turns, counted });

async function grownTurns(of: Config): Promise<Turns> {
  const { system, start, stop, replyIn } = await grownHost(of, has);
  await start();
  let said = 0;
  let sessions: readonly string[] = [];
  return {
    async run(round) {
      sessions = await inSessions(round, async name => {
        const [target, messageId] = [`session:web:${name}`, `said-${++said}`];
        const event = { type: 'message.received', messageId, text: round.text, taint: 'owner' };
        await system.accept({ target, dedupe: messageId, event });
        return target;
      });
      await system.quiet();
    },
    replies: async () => sessions.map(replyIn),
    close: stop,
  };
}

async function wholeTurns(of: Config): Promise<Turns> {
  const straylight = await compose(of, { executor: instantExecutor, port: 0, server: has('page') });
  await straylight.start();
  const stopLooking = straylight.url === undefined ? () => {} : await lookedAt(straylight.url, of);
  const { agent, system } = straylight;
  let said = 0;
  let asked: readonly string[] = [];
  return {
    async run(round) {
      asked = await inSessions(round, async name => {
        const clientId = `said-${++said}`;
        return (await agent.sessions.say({ id: `session:web:${name}`, clientId, text: round.text })).turn;
      });
      await system.quiet();
    },
    replies: () => Promise.all(asked.map(async turn => (await agent.sessions.turn({ id: turn }))?.reply ?? '')),
    async close() {
      stopLooking();
      await straylight.stop();
    },
  };
}

/** An open page that lists the steps of all actors as they are made, which is what it asks most for. */
function lookedAt(page: string, { paths }: Config): Promise<() => void> {
  const headers = { authorization: `Bearer ${knownPageToken(paths.run)}` };
  return new Promise((resolve, reject) => {
    const asked = request(`${page}/api/stream?feed=true`, { headers }, answer => {
      if (answer.statusCode !== 200) reject(new Error(`the page's stream answered ${answer.statusCode}`));
      answer.resume();
      resolve(() => asked.destroy());
    });
    asked.on('error', reject);
    asked.end();
  });
}
