/** Resources, prompts and what is to be done at addresses, of a real server, in both lines of the protocol. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { LinkNews } from '../../../src/adapters/mcp/link.ts';
import type { McpServer } from '../../../src/domain/mcp/server.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import { localPeer, mcpHome, root } from './rig.ts';

const soon = () => AbortSignal.timeout(20_000);

function offering(line: 'legacy' | 'modern', folder: string, words: readonly string[] = []): McpServer {
  return localPeer('offering', folder, {
    argv: ['node', `${root}/test/peers/mcp/offering.ts`, folder, line, ...words],
  });
}

for (const line of ['legacy', 'modern'] as const)
  describe(`what a server offers beside tools, ${line}`, () => {
    async function opened(words: readonly string[] = []) {
      const heard: LinkNews[] = [];
      let tell = () => {};
      const home = mcpHome({
        onNews(_, news) {
          heard.push(news);
          tell();
        },
      });
      const server = offering(line, home.workspace, words);
      home.ledger.put(server, 'test', 1);
      const peer = home.servers.get('offering');
      assert.ok(peer);
      await peer.look(soon());
      const until = async (isThere: () => boolean) => {
        while (!isThere())
          await new Promise<void>(resolve => {
            tell = resolve;
          });
      };
      return { home, peer, heard, until };
    }

    it('given a server, when it is looked at, then its lists are kept, and read from', async () => {
      const { home: kept, peer } = await opened();
      await using home = kept;
      const { resources, templates, prompts } = home.ledger.offers('offering');
      assert.deepEqual(
        resources.map(({ uri }) => uri),
        ['note://today', 'note://long', 'picture://dot'],
      );
      assert.deepEqual(
        templates.map(({ template }) => template),
        ['note://day/{day}'],
      );
      assert.deepEqual(
        prompts.map(({ name, args }) => [name, args.map(one => [one.name, one.isRequired])]),
        [
          [
            'summarize',
            [
              ['note', true],
              ['style', false],
            ],
          ],
        ],
      );
      const [read] = await peer.ask(link => link.read('note://day/monday', soon()));
      assert.match(JSON.stringify(read), /notes of monday/);
      const said = await peer.ask(link => link.prompt('summarize', { note: 'today' }, soon()));
      assert.match(JSON.stringify(said), /Sum up the note today/);
      assert.deepEqual(await peer.ask(link => link.propose('summarize', 'note', soon())), ['today', 'long']);
      await assert.rejects(
        peer.ask(link => link.read('note://nowhere/at/all', soon())),
        error => toFailure(error).kind === 'invalid',
      );
    });

    it('given a watched resource, when it changes, then that is heard; and when lists change, then they are looked at again', async () => {
      const { home: kept, peer, heard, until } = await opened();
      await using home = kept;
      assert.equal(await peer.ask(link => link.watch('note://today')), true);
      const call = (tool: string) =>
        peer.call(tool, {}, { signal: soon(), timeoutMs: 20_000, onProgress: () => {} }, () => {});
      await call('touch');
      await until(() => heard.some(news => news.kind === 'updated' && news.uri === 'note://today'));
      await call('grow');
      while (!home.ledger.offers('offering').prompts.some(({ name }) => name === 'another'))
        await new Promise(done => setTimeout(done, 20));
      assert.ok(home.ledger.offers('offering').resources.some(({ uri }) => uri === 'note://more'));
    });

    it('given a call that wants something done at an address, then it is a question, and goes on with the answer', async () => {
      const { home: kept, peer, heard, until } = await opened();
      await using home = kept;
      const options = { signal: soon(), timeoutMs: 20_000, onProgress: () => {} };
      const asked = await peer.call('pay', {}, options, () => {});
      assert.equal(asked.kind, 'question');
      const { state, requests } = asked.kind === 'question' ? asked : { state: undefined, requests: {} };
      assert.match(JSON.stringify(requests), /https:\/\/pay\.example\/order\/1/);
      if (line === 'legacy') await until(() => heard.some(news => news.kind === 'completed' && news.id === 'order-1'));
      const [name = ''] = Object.keys(requests);
      const answers = { state, responses: { [name]: { action: 'accept' } } };
      const paid = await peer.call('pay', {}, { ...options, answers }, () => {});
      assert.match(JSON.stringify(paid), /"paid"/);
      const calls = readFileSync(join(home.workspace, 'calls.log'), 'utf8');
      assert.equal(calls.match(/pay accept/g)?.length, 1);
    });
  });

it('given a server of the older line that refuses a call before something was done at an address, then that is a question', async () => {
  const home = mcpHome();
  try {
    home.ledger.put(offering('legacy', home.workspace), 'test', 1);
    const options = { signal: soon(), timeoutMs: 20_000, onProgress: () => {} };
    const asked = await home.servers.get('offering')?.call('login_first', {}, options, () => {});
    assert.equal(asked?.kind, 'question');
    assert.match(JSON.stringify(asked), /https:\/\/login\.example\//);
    assert.ok(existsSync(join(home.workspace, 'calls.log')));
  } finally {
    await home[Symbol.asyncDispose]();
  }
});
