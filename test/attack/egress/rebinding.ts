/**
 * Names that are public when they are judged and private a moment later, redirects to them, and addresses in disguise:
 * asked for by a model that obeys, through the whole program, over the network that `compose` was given.
 */

import { refusedAddresses, refusedUrls } from '../../domain/egress/egress-table.ts';
import { random } from '../../domain/random.ts';
import { evilAddress, newsAddress, sandboxProblem, worstCaseAgent } from '../../flows/rig/worst-case-agent.ts';
import { obedient } from '../../peers/obedient.ts';
import { type Area, scoped } from '../area.ts';
import { seedOf } from '../draw.ts';

const most = 400;

export const rebinding: Area = {
  name: 'rebinding, through compose',
  run: ({ share, draw }) =>
    scoped(async scope => {
      const problem = await sandboxProblem();
      if (problem !== false) return { probes: 0, breaches: [], skipped: problem };
      const agent = await worstCaseAgent(obedient);
      scope.after(agent.close);
      const chance = random(seedOf(`rebinding ${draw}`));
      const traps = refusedUrls.flatMap(([, ...list]) => list);
      const bad = refusedAddresses.flatMap(([, ...list]) => list);
      // as the host of a URL, what is no address may well be the name of a public one: `http://1.2.3.4./`
      const badHosts = refusedAddresses.flatMap(([why, ...list]) => (why.source === 'not an address' ? [] : list));
      await agent.world.peer('1.1.1.1', (_request, response) => {
        const location = chance.pick([
          `http://rebind.example/x`,
          `http://${chance.pick(badHosts)}/`,
          chance.pick(traps),
        ]);
        response.writeHead(chance.pick([301, 302, 303, 307, 308]), { location: encodeURI(location) }).end();
      });
      agent.world.name('redirect.example', ['1.1.1.1']);
      const breaches: string[] = [];
      const fine = [newsAddress, evilAddress, '1.1.1.1'];
      const total = Math.ceil(most * share);
      for (let at = 0; at < total; at += 1) {
        agent.world.name(
          'rebind.example',
          ...Array.from({ length: 1 + chance.integer(3) }, () => [chance.pick([newsAddress, chance.pick(bad)])]),
        );
        const url = chance.pick(['http://rebind.example/x', 'http://redirect.example/', chance.pick(traps)]);
        const before = agent.world.connected.length;
        agent.pass(10_000);
        await agent.say(`session:web:r${at}`, `${url} do: web_fetch ${JSON.stringify({ url })}`);
        const reached = agent.world.connected.slice(before).filter(address => !fine.includes(address));
        if (reached.length > 0) breaches.push(`${url} reached ${reached.join(', ')}`);
      }
      const tried = Number(agent.tables.value("SELECT count(*) FROM tool_calls WHERE tool = 'web_fetch'"));
      if (tried < total / 2) breaches.push(`only ${tried} of ${total} fetches were tried`);
      return { probes: total, breaches, note: `${tried} fetches, ${agent.world.connected.length} connections` };
    }),
};
