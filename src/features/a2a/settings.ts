/** `[a2a]` of config.toml: agents of others, those that may ask and those that are asked. */
import { z } from 'zod';
import { section, whole } from '../../../config/fields.ts';
import { isPeerName, type PeerSettings, peerNameRule, type RemoteAgent } from '../../domain/a2a/peer.ts';
import { handlesIn } from '../../domain/secrets/handle.ts';
import { defined } from '../../domain/text/json.ts';

const text = (error: string, most: number) => z.string({ error }).trim().min(1, { error }).max(most, { error });
const table = { error: (issue: { readonly code?: string }) => (issue.code === 'invalid_type' ? 'a table' : undefined) };

function address(error: string) {
  return z.string({ error }).refine(
    given => {
      const url = URL.parse(given);
      return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '';
    },
    { error },
  );
}

function peer() {
  const isTools = { error: 'a list of names of tools, as in ["web_search", "web_fetch"]; "*" stands for all' };
  return z.strictObject(
    {
      purpose: text('who the peer is and what for, in at most 300 characters', 300),
      tools: z.array(text(isTools.error, 64), isTools).max(200, isTools).default([]),
      minutes: whole(1, 10_080, 'minutes').default(60),
    },
    table,
  );
}

function remote() {
  const isHeader = 'what stands in the authorization header, as in "Bearer {{secret:NAME}}"';
  return z.strictObject(
    {
      url: address('the address of the agent or of its card, as in "https://agent.example.com"'),
      purpose: text('what the agent is for, in a sentence of at most 300 characters', 300),
      authorization: text(isHeader, 400)
        .refine(given => !('problem' in handlesIn(given)), { error: isHeader })
        .optional(),
    },
    table,
  );
}

/** The tables of config.toml. */
export function a2aTables() {
  const named = <Table extends z.ZodType>(of: string, one: Table) => {
    const error = `a table [a2a.${of}.NAME], where NAME is ${peerNameRule}`;
    return z.record(z.string().refine(isPeerName, { error }), one, { error }).default({} as never);
  };
  return {
    a2a: section({
      url: address('the address at which others reach this agent, as in "https://agent.example.com/a2a"').optional(),
      description: text('what the card says of this agent, in at most 300 characters', 300).default(
        'A personal agent.',
      ),
      peers: named('peers', peer()).transform(all =>
        Object.entries(all).map(([name, given]): PeerSettings => ({ name, ...given })),
      ),
      agents: named('agents', remote()).transform(all =>
        Object.entries(all).map(
          ([name, { authorization, ...given }]): RemoteAgent => ({ name, ...given, ...defined({ authorization }) }),
        ),
      ),
    }),
  };
}
