/** Turns through the whole agent: composed as the program does, its channel the web's, its model over HTTP. */
import { compose } from '../../../src/compose.ts';
import { benchConfig, instantExecutor, type Wire } from '../bench-home.ts';
import { inSessions, type Turns } from './turns.ts';

export async function agentTurns(home: string, url: string, wire: Wire = 'anthropic'): Promise<Turns> {
  const straylight = await compose(benchConfig(home, url, { wire }), { executor: instantExecutor, server: false });
  const { agent, system } = straylight;
  const idle = new Map<string, () => void>();
  await straylight.start();
  system.feed.subscribe(frame => {
    // the first step of a session is its birth
    if (frame.kind !== 'step' || frame.row.leaf !== 'idle' || frame.row.seq === 1) return;
    idle.get(frame.row.address)?.();
  });
  let said = 0;
  let last: readonly string[] = [];

  async function oneTurn(name: string, text: string): Promise<string> {
    const session = `session:web:${name}`;
    const ended = new Promise<void>(resolve => idle.set(session, resolve));
    said += 1;
    const { turn } = await agent.sessions.say({ id: session, clientId: `bench-${said}`, text });
    await ended;
    return turn;
  }

  async function replyOf(turn: string): Promise<string> {
    const report = await agent.sessions.turn({ id: turn });
    if (report?.outcome !== 'done') throw new Error(`a turn ended ${report?.outcome}: ${report?.reply}`);
    return report.reply;
  }

  return {
    async run(round) {
      last = await inSessions(round, session => oneTurn(session, round.text));
      await system.quiet();
    },
    replies: () => Promise.all(last.map(replyOf)),
    close: () => straylight.stop(),
  };
}

/** Through `straylight.say`, as an embedding program asks: the wait for the reply is Straylight's own. */
export async function sayTurns(home: string, url: string): Promise<Turns> {
  const straylight = await compose(benchConfig(home, url), { executor: instantExecutor, server: false });
  await straylight.start();
  let last: readonly string[] = [];

  async function oneTurn(name: string, text: string): Promise<string> {
    const said = await straylight.say(`session:web:${name}`, text);
    if (said.kind !== 'ended' || said.report.outcome !== 'done')
      throw new Error(`a turn did not end well: ${JSON.stringify(said)}`);
    return said.report.reply;
  }

  return {
    async run(round) {
      last = await inSessions(round, session => oneTurn(session, round.text));
      await straylight.system.quiet();
    },
    replies: async () => last,
    close: () => straylight.stop(),
  };
}
