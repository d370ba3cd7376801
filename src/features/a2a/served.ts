/** This agent at `/a2a`, for the peers of its settings. The protocol's library is loaded with the first request. */
import type { A2aEndpoint } from '../../../inspector/http/a2a.ts';
import type { A2aOverHttp } from '../../adapters/a2a/over-http.ts';
import { peerToken } from '../../adapters/remote/page-token.ts';
import type { Agent } from '../../api/client/agent.ts';
import { peerSession } from '../../domain/a2a/peer.ts';
import type { Features } from '../feature.ts';
import { peerService } from './peers.ts';

export function servedA2a(owner: Features['owner'], agent: Agent): A2aEndpoint {
  const { version, clock, redactor, log, config } = owner.core;
  const { peers, url, description } = config.a2a;
  const say = (text: string) => log({ level: 'warn', event: 'a2a', text: redactor.text(text) });
  let opened: Promise<A2aOverHttp> | undefined;
  const open = async () => {
    const { a2aOverHttp } = await import('../../adapters/a2a/over-http.ts');
    return a2aOverHttp({
      name: config.personality.name,
      description,
      version,
      service: peerService(owner, peers),
      clock,
      redact: redactor.text,
      log: say,
      sessionOf: (peer, { thread }) => peerSession(peer, thread),
      changed: (session, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => resolve(), { once: true });
          agent.watch(() => resolve(), signal, { turnsOf: session }).catch(reject);
        }),
    });
  };
  const ready = () => {
    opened ??= open();
    return opened;
  };
  return {
    url,
    tokens: peers.map(({ name }) => ({ name, token: peerToken(config.paths.run, name, say) })),
    card: async at => (await ready()).card(at),
    async answer(...given) {
      await (await ready()).answer(...given);
    },
  };
}
