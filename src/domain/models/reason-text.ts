/** Why a model answers, in each language the agent speaks to its owner: who chose it says so in English. */
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';

export function reasonText(why: string, language: Language): string {
  return reasons[language](why);
}

const reasons = catalog('domain/models/reason-text', { en: (why: string) => why, de: inGerman });

function inGerman(why: string): string {
  return why
    .replace(/^the default\b/, 'die Vorgabe')
    .replace(/^chosen for this conversation$/, 'für dieses Gespräch gewählt')
    .replace(/(?<=^|, )named in config\.toml\b/, 'in config.toml genannt')
    .replace(/^not set$/, 'nicht gesetzt')
    .replace(/^models\.prefer is /, 'models.prefer ist ')
    .replace(/(?<=^|, )(\w+) is set$/, '$1 ist gesetzt')
    .replace(/(?<=^|, )Ollama answers on this machine$/, 'Ollama antwortet auf diesem Rechner')
    .replace(/^(.+) answers$/, '$1 antwortet')
    .replace(/\bOllama has no model to talk with; pull one\b/, 'Ollama hat kein Modell zum Reden; hol eines')
    .replace(
      /(?<=\(|; )([^();]+) is set up: name one of its models as models\.default/,
      '$1 ist eingerichtet: nenne eines seiner Modelle als models.default',
    )
    .replace(/(?<=\(|; )([^();]+) lists no model/, '$1 nennt kein Modell')
    .replace(/\bit understands plain requests by rules\b/, 'versteht einfache Bitten nach Regeln')
    .replace(
      /; to use a real model, (.*) or name a server in config\.toml/,
      (_, ways: string) =>
        `; für ein echtes Modell: ${ways.replace(/\bset /g, 'setze ').replace(/\buse /g, 'nimm ')} oder nenne einen Server in config.toml`,
    );
}
