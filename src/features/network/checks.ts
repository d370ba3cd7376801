/** Whether the hosts of the own network that are let in answer. */

import { startDeadlines } from '../../adapters/fetcher/deadlines.ts';
import { dial } from '../../adapters/fetcher/dial.ts';
import type { Check, Finding } from '../../commands/doctor/doctor.ts';
import { isDenied, judgeUrl } from '../../domain/egress/egress.ts';
import type { OwnHost } from '../../domain/egress/own-network.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { failureWords, type Language, ownWords } from '../../domain/text/texts.ts';
import type { CheckServices } from '../feature.ts';
import type { Network } from './network.ts';

const connectMs = 3_000;

/** One for each; none where none is let in. */
export function checks({ network }: Pick<CheckServices, 'network'>): readonly Check[] {
  return network.ownNetwork.hosts.map(host => ({
    name: `own network: ${host}`,
    run: (signal, _say, language) => answers(host, network, { signal, language }),
  }));
}

/** It is connected to, as a request would be, and asked nothing. */
async function answers(
  host: OwnHost,
  { resolve, connect, clock, ownNetwork: own }: Network,
  { signal, language }: { readonly signal: AbortSignal; readonly language?: Language | undefined },
): Promise<Finding> {
  const destination = judgeUrl(`http://${host}/`, own.hosts);
  if (isDenied(destination)) return { verdict: 'warn', found: ownWords(destination.reason, language) };
  const deadlines = startDeadlines(clock, connectMs * 2, signal);
  try {
    const socket = await dial(destination, { resolve, connect, deadlines, connectMs, own });
    const found = `connected to ${socket.remoteAddress ?? host}; web_fetch, web_request and the browser may reach it`;
    socket.destroy();
    return { verdict: 'ok', found };
  } catch (thrown) {
    const advice = 'check that it runs, or take it out of [egress] allow_private in config.toml';
    return { verdict: 'warn', found: failureWords(toFailure(thrown), language), advice };
  } finally {
    deadlines.end();
  }
}
