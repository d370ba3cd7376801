/** What a connected server offers beside tools: its lists, what stands under an address, and what a prompt says. */
import { type Client, ProtocolError } from '@modelcontextprotocol/client';
import { noOffers, offersFrom, type ServerOffers } from '../../domain/mcp/offer.ts';
import { says } from '../../domain/policy/sentence.ts';
import { Fault, fault, toFailure } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { ContentPart } from './result-text.ts';

/** What can be had of a server that is connected to, beside calls of its tools. */
export interface Offering {
  /** What it offers beside tools; a list that it does not give is empty. Throws a `Fault` where it has gone. */
  offers(signal: AbortSignal): Promise<ServerOffers>;
  /** What stands under an address. Throws a `Fault`: `invalid` where its server says no. */
  read(uri: string, signal: AbortSignal): Promise<readonly ContentPart[]>;
  /** What a prompt says, with its arguments. Throws a `Fault`: `invalid` where its server says no. */
  prompt(name: string, given: Readonly<Record<string, string>>, signal: AbortSignal): Promise<readonly ContentPart[]>;
  /** Values that its server proposes for an argument of a prompt; none where it proposes none. */
  propose(prompt: string, argument: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Hears of changes of what stands under an address from now on; false: its server tells of none. */
  watch(uri: string): Promise<boolean>;
}

/** A server may take so long to read something. */
const readMs = 30_000;
/** Proposals are a help: nobody waits for them. */
const proposeMs = 3_000;
const mostProposals = 8;

export function offersOver(
  client: Client,
  name: string,
  { connectMs, whyGone }: { readonly connectMs: number; readonly whyGone: () => string | undefined },
): Offering {
  const can = () => client.getServerCapabilities() ?? {};
  const failed = (error: unknown, what: string): Fault => {
    if (error instanceof Fault) return error;
    if (error instanceof ProtocolError)
      return fault('invalid', says`the MCP server ${name} does not give ${what}: ${oneLine(error.message, 300)}`, {
        taint: 'external',
      });
    const why = whyGone() ?? oneLine(toFailure(error).message, 300);
    return fault('unavailable', says`the MCP server ${name} did not give ${what}: ${why}`, { taint: 'external' });
  };

  return {
    async offers(signal) {
      const { resources, prompts } = can();
      if (!resources && !prompts) return noOffers;
      const options = { signal, timeout: connectMs, cacheMode: 'refresh' } as const;
      // a list that fails is one that is not given: the tools work all the same
      const [listed, templates, said] = await Promise.all([
        resources ? client.listResources({}, options).catch(() => ({ resources: [] })) : { resources: [] },
        resources
          ? client.listResourceTemplates({}, options).catch(() => ({ resourceTemplates: [] }))
          : { resourceTemplates: [] },
        prompts ? client.listPrompts({}, options).catch(() => ({ prompts: [] })) : { prompts: [] },
      ]);
      return offersFrom({ ...listed, templates: templates.resourceTemplates, ...said });
    },
    async read(uri, signal) {
      if (!can().resources) throw fault('invalid', says`the MCP server ${name} has no resources`);
      try {
        const { contents } = await client.readResource({ uri }, { signal, timeout: readMs, cacheMode: 'bypass' });
        return contents.map((resource): ContentPart => ({ type: 'resource', resource }));
      } catch (error) {
        throw failed(error, uri);
      }
    },
    async prompt(prompt, given, signal) {
      try {
        const { messages } = await client.getPrompt(
          { name: prompt, arguments: { ...given } },
          { signal, timeout: readMs },
        );
        return messages.map(({ content }) => content as ContentPart);
      } catch (error) {
        throw failed(error, prompt);
      }
    },
    async propose(prompt, argument, signal) {
      if (!can().completions) return [];
      const params = { ref: { type: 'ref/prompt', name: prompt }, argument: { name: argument, value: '' } } as const;
      const answer = await client.complete(params, { signal, timeout: proposeMs }).catch(() => undefined);
      const values = answer?.completion.values ?? [];
      return values.filter(one => typeof one === 'string' && one === oneLine(one, 100)).slice(0, mostProposals);
    },
    async watch(uri) {
      if (!can().resources?.subscribe) return false;
      const isModern = client.getProtocolEra() === 'modern';
      const begun = isModern ? client.listen({ resourceSubscriptions: [uri] }) : client.subscribeResource({ uri });
      return await begun.then(
        () => true,
        () => false,
      );
    },
  };
}
