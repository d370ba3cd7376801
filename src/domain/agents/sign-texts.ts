/** What an owner reads of an agent at work. */
import { catalog } from '../text/catalog.ts';

export const signTexts = catalog('domain/agents/sign-texts', {
  en: {
    thinks: 'Thinking',
    waitsForModel: 'Waiting for a model',
    waits: (doing: string) => `Waiting for you: ${doing}`,
    insteadOf: (agent: string, before: string) => `${agent} instead of ${before}`,
    since: (what: string, time: string) => `${what} (since ${time})`,
  },
  de: {
    thinks: 'Denkt nach',
    waitsForModel: 'Wartet auf ein Modell',
    waits: doing => `Wartet auf dich: ${doing}`,
    insteadOf: (agent, before) => `${agent} statt ${before}`,
    since: (what, time) => `${what} (seit ${time})`,
  },
});
