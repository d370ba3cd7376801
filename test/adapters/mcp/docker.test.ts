/** An MCP server whose program lives on in a container. */
import assert from 'node:assert/strict';
import { dockerExecutor } from '../../../src/adapters/executors/docker/docker.ts';
import { systemConnect, systemResolve } from '../../../src/adapters/fetcher/network.ts';
import { openLink } from '../../../src/adapters/mcp/open-link.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import { noSecrets } from '../../../src/ports/secrets/access.ts';
import { test } from '../../slow.ts';
import { dockerAgent } from '../executors/docker/docker-agent.ts';
import { localPeer } from './rig.ts';

const { skip, options } = await dockerAgent();

test('given a server in a container, when it is used, dies and is connected to again, then what is said of it is true', {
  skip,
}, async () => {
  const executor = dockerExecutor(options);
  const network = { resolve: systemResolve, connect: systemConnect, clock: systemClock, blockedDomains: [] };
  const opening = {
    executor,
    secrets: noSecrets,
    acts: { begin: () => () => {} },
    version: '1',
    refusal: () => undefined,
    network: { ...network, ownNetwork: { hosts: [], pins: new Map() } },
    folder: `${options.workspace}-run`,
  };
  const open = (network: readonly string[] = []) =>
    openLink(localPeer('peer', '/workspace', { network, env: { GIVEN: 'a value' } }), opening, {
      protocol: undefined,
      onNews: () => {},
    });
  const call = (timeoutMs = 60_000) => ({ signal: AbortSignal.timeout(120_000), timeoutMs, onProgress: () => {} });
  try {
    const link = await open();
    assert.ok((await link.list(AbortSignal.timeout(60_000))).length > 10);
    const echoed = await link.call('echo', { text: 'from a container' }, call());
    assert.match(JSON.stringify(echoed), /from a container/);
    const whole = JSON.stringify(await link.call('whole', {}, call()));
    assert.match(whole, /GIVEN\\+":\\+"a value/);
    assert.doesNotMatch(whole, /npm_|\/root/);
    await assert.rejects(link.call('die', {}, call()), error => toFailure(error).kind === 'unknown');
    await link.closed;

    // its proxy lets it reach what it was granted, and nothing else
    const granted = await open(['granted.example']);
    const refused = JSON.stringify(await granted.call('fetch', { url: 'https://other.example/' }, call()));
    assert.match(refused, /no: /);
    await granted.close();
  } finally {
    await executor.close();
  }
});
