/** "How do I …?" about Straylight: what to type, never what somebody once said. */
import type { Language } from '../intent.ts';

/** What is not asked of a model. */
const topics: readonly {
  readonly about: RegExp;
  readonly answer: Readonly<Record<Language, string>>;
}[] = [
  {
    about: /\b(?:approv|allow|den(?:y|ies)|reject|confirm|card|freigabe|freigeb|erlaub|ablehn|lehne|genehmig)/i,
    answer: {
      en: 'Under an approval card type `a` to allow and `d` to deny; `/approvals` lists what waits. On the page and on Telegram it has buttons.',
      de: 'Unter der Karte einer Freigabe erlaubt `a`, und `d` lehnt ab; `/approvals` nennt, was wartet. Auf der Seite und auf Telegram hat sie Knöpfe.',
    },
  },
  {
    about:
      /\b(?:(?:cancel|delete|remove|stop|end)\b.*\b(?:reminder|job|alarm)|(?:sage|beende|lösche|entferne|storniere)\b.*(?:erinnerung|job|wecker|termin)|(?:erinnerung|job|wecker|termin)\b.*(?:absagen|abbestellen|löschen|entfernen|beenden|stornieren)$)/i,
    answer: {
      en: 'Say it like this: “cancel the reminder to call Ada”. “which jobs are there?” lists them.',
      de: 'Sag es zum Beispiel so: „beende die Erinnerung an den Anruf“. „welche Jobs gibt es?“ nennt alle.',
    },
  },
  {
    about: /\b(?:(?:other|another|change|switch|choose|use|real|add|set)\b.*\bmodel|model\b|modell)/i,
    answer: {
      en: '`/model` shows the models, and `/model NAME` chooses one for this conversation. `/setup` in the terminal sets one up for all, as `straylight init` does.',
      de: '`/model` zeigt die Modelle, und `/model NAME` wählt eines für dieses Gespräch. `/setup` im Terminal richtet eines für alle ein, wie auch `straylight init`.',
    },
  },
  {
    about: /\btelegram\b/i,
    answer: {
      en: '`/setup` in the terminal asks for the token of a Telegram bot and says how to get one, as `straylight init` does; docs/telegram.md has every step.',
      de: '`/setup` im Terminal fragt nach dem Token eines Telegram-Bots und sagt, woher es kommt, wie auch `straylight init`; docs/telegram.md nennt jeden Schritt.',
    },
  },
  {
    about: /\b(?:language|german|english|deutsch|englisch|sprache)\b/i,
    answer: {
      en: '`language = "de"` or `"en"` under `[owner]` in config.toml, from the next start on.',
      de: '`language = "de"` oder `"en"` unter `[owner]` in config.toml, ab dem nächsten Start.',
    },
  },
  {
    about: /\b(?:time ?zone|zeitzone)\b/i,
    answer: {
      en: '`time_zone = "Europe/Berlin"` under `[owner]` in config.toml, from the next start on.',
      de: '`time_zone = "Europe/Berlin"` unter `[owner]` in config.toml, ab dem nächsten Start.',
    },
  },
];

/** What to type for what is asked about; `near`: examples of the requests that come nearest. */
export function howToAnswer(what: string, language: Language, near: readonly string[]): string {
  const known = topics.find(({ about }) => about.test(what));
  if (known) return known.answer[language];
  return language === 'de'
    ? `Sag es zum Beispiel so: ${near.map(one => `„${one}“`).join(' oder ')}. „hilfe“ zeigt den Rest.`
    : `Say it like this: ${near.map(one => `“${one}”`).join(' or ')}. “help” shows the rest.`;
}
