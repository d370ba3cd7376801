/** What an owner reads of a conversation that belongs to an agent. */
import { catalog } from '../text/catalog.ts';

export const holderTexts = catalog('domain/agents/holder-texts', {
  en: {
    /** The settings do not know it any more. */
    gone: (agent: string) =>
      `This conversation belongs to the agent ${agent}, which is not in the settings any more. So nothing is done in it. /agent off gives it back, and /agent NAME gives it to another agent.`,
  },
  de: {
    gone: agent =>
      `Dieses Gespräch gehört dem Agenten ${agent}, der nicht mehr in den Einstellungen steht. Deshalb geschieht darin nichts. /agent off nimmt es ihm, und /agent NAME gibt es einem anderen Agenten.`,
  },
});
