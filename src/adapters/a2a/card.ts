/** The card by which others find this agent: what it speaks and where, and nothing of its owner. */
import { AgentCard } from '@a2a-js/sdk';

/** `url`: where it is reached. */
export function agentCard({
  name,
  description,
  version,
  url,
}: {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly url: string;
}): AgentCard {
  return AgentCard.fromJSON({
    name,
    description,
    version,
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: { token: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { token: { list: [] } } }],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [
      {
        id: 'work',
        name: 'Work',
        description: 'Answers questions and does pieces of work, with the tools that its owner lets this caller use.',
        tags: ['general'],
      },
    ],
  });
}
