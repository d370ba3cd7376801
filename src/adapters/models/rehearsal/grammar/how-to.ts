/** "How do I …?" about Straylight: what to type, never what somebody once said. */
import type { Language } from '../intent.ts';

/** What stands before a thing where it is asked about in general, or how one is made. */
const before =
  '^(?:\\p{L}+ (?:ich|man) )?(?:(?:set|make|create|add|write|save|schedule|use|build|run|read|fetch|open|see|show|list) )?(?:(?:an?|another|new|my|your|the|own|all|shell|eine?[nmrs]?|meine?[nmrs]?|deine?[nmrs]?|de[nmrs]|die|das|eigenen?|neuen?|alle) )*';

/** A thing that is asked about. */
function thing(names: string): RegExp {
  return new RegExp(`${before}(?:${names})`, 'iu');
}

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
    about: /\b(?:language|german|english|deutsche?|englische?|sprache)\b/i,
    answer: {
      en: 'I answer in the language you write in, English or German. For all else put `language = "de"` or `"en"` under `[owner]` in `~/.straylight/config.toml` (`straylight status` names the folder, where another was chosen), and start me again.',
      de: 'Ich antworte in der Sprache, in der du schreibst, Deutsch oder Englisch. Für alles Übrige setz `language = "de"` oder `"en"` unter `[owner]` in `~/.straylight/config.toml` (`straylight status` nennt den Ordner, wenn ein anderer gewählt ist) und starte mich neu.',
    },
  },
  {
    about: /^(?:which|what|welche) (?:slash[ -]?)?(?:commands|befehle)/i,
    answer: {
      en: '`/help` lists the commands of this chat, and `straylight help` those of the command line. “help” shows what you can say without one.',
      de: '`/help` nennt die Befehle dieses Gesprächs, und `straylight help` die der Kommandozeile. „hilfe“ zeigt, was du ohne sie sagen kannst.',
    },
  },
  {
    about: /^version/i,
    answer: {
      en: '`straylight --version` prints it, and `straylight status` which one runs. I am its built-in demo model.',
      de: '`straylight --version` nennt sie, und `straylight status`, welche läuft. Ich bin das eingebaute Demomodell darin.',
    },
  },
  {
    about: /\b(?:back(?:ing)? ?up|sicher(?:e|ung|ungskopie)?)/i,
    answer: {
      en: 'Stop me, copy the whole home (~/.straylight, where no other was chosen; `straylight status` says which), and start me again. While I run, a job copies the database: `straylight jobs add backup "@daily" --builtin backup`. What is in which copy: docs/home-and-files.md.',
      de: 'Beende mich, kopiere den ganzen Datenordner (~/.straylight, wenn kein anderer gewählt ist; `straylight status` nennt ihn) und starte mich wieder. Während ich laufe, kopiert ein Job die Datenbank: `straylight jobs add backup "@daily" --builtin backup`. Was in welcher Kopie ist, steht in docs/home-and-files.md.',
    },
  },
  {
    about: /\b(?:time ?zone|zeitzone)\b/i,
    answer: {
      en: '`time_zone = "Europe/Berlin"` under `[owner]` in `~/.straylight/config.toml`, from the next start on.',
      de: '`time_zone = "Europe/Berlin"` unter `[owner]` in `~/.straylight/config.toml`, ab dem nächsten Start.',
    },
  },
  {
    about: thing('reminder|alarm|erinnerung|wecker|job|schedule|zeitplan|zeitpläne'),
    answer: {
      en: 'Say what and when: “remind me in 20 minutes to call Ada”, “every weekday at 8 tell me what you know about my sister”, “every day at 9 run df -h”. “which jobs are there?” lists them, “move the reminder to 10:30” and “cancel the reminder to call Ada” change them. They also run after a restart.',
      de: 'Sag was und wann: „erinnere mich in 20 Minuten an den Anruf“, „jeden Montag um halb neun sag mir die Last dieser Maschine“. „welche Jobs gibt es?“ nennt alle, „verschieb die Erinnerung auf halb elf“ und „beende die Erinnerung an den Anruf“ ändern sie. Sie laufen auch nach einem Neustart.',
    },
  },
  {
    about: thing('file|list|text ?file|datei|textdatei'),
    answer: {
      en: 'I write, read, change, rename, copy, search and delete text files in the workspace: “write a shopping list: milk, eggs”, “add butter to the shopping list”, “read the file notes.txt”, “search the files for milk”, “where is notes.txt?”. “undo that” takes the last change back.',
      de: 'Ich schreibe, lese, ändere, benenne, kopiere, durchsuche und lösche Textdateien im Arbeitsordner: „schreib eine Einkaufsliste: Milch, Eier“, „setz Butter auf die Einkaufsliste“, „lies die Datei notizen.txt“, „durchsuche die Dateien nach Milch“, „wo ist notizen.txt?“. „mach das rückgängig“ nimmt die letzte Änderung zurück.',
    },
  },
  {
    about: thing('memor|gedächtnis'),
    answer: {
      en: 'Say “remember that my sister lives in Graz”, ask “where does my sister live?”, correct with “no, it is …”, and end it with “forget that …”. “what do you know about me?” lists all; `/memory` does too.',
      de: 'Sag „merke dir, dass meine Schwester in Graz wohnt“, frag „wo wohnt meine Schwester?“, berichtige mit „nein, es ist …“, und „vergiss, dass …“ beendet es. „was weißt du über mich?“ nennt alles, ebenso `/memory`.',
    },
  },
  {
    about: thing('tool|werkzeug'),
    answer: {
      en: 'Say “make a tool that counts the words of a text”, then “count the words of: to be or not to be”. “make a tool named NAME from this code:” takes Python below it. “which tools do you have?” lists them.',
      de: 'Sag „mach ein Werkzeug, das die Wörter eines Textes zählt“, dann „zähle die Wörter von: Sein oder Nichtsein“. „mach ein Werkzeug namens NAME aus diesem Code:“ nimmt Python darunter. „welche Werkzeuge hast du?“ nennt alle.',
    },
  },
  {
    about: thing('goal|ziel'),
    answer: {
      en: 'Say “new goal: finish the report, due tomorrow at 9”, “what are my goals?” and “goal 1 is done”.',
      de: 'Sag „neues Ziel: den Bericht abschließen“, „was sind meine Ziele?“ und „Ziel 1 ist erledigt“.',
    },
  },
  {
    about: thing('web|page|internet|netz|seite'),
    answer: {
      en: 'I read a page that you name: “fetch https://example.com”. What stands there is material to me, never a request.',
      de: 'Ich lese eine Seite, die du nennst: „hole https://example.com“. Was dort steht, ist Material und nie eine Bitte.',
    },
  },
  {
    about: thing('command|befehl|sandbox'),
    answer: {
      en: 'Say “run uname -a”. Whether a command runs at once, after your yes, or never, rules decide; most run in a sandbox, without the network. `/sandbox` shows it.',
      de: 'Sag „führe uname -a aus“. Ob ein Befehl gleich läuft, nach deinem Ja oder nie, entscheiden Regeln; die meisten laufen in einer Sandbox ohne Netz. `/sandbox` zeigt sie.',
    },
  },
  {
    about: thing('undo|rückgängig'),
    answer: {
      en: '“undo that” takes back what I did last; said again, it does it once more. `/undo` lists the changes of all turns.',
      de: '„mach das rückgängig“ nimmt zurück, was ich zuletzt getan habe; noch einmal gesagt, gilt es wieder. `/undo` nennt die Änderungen aller Runden.',
    },
  },
  {
    about: thing('data|daten'),
    answer: {
      en: 'All stays in the home on this machine: memories, messages, files and logs. I am rules and send nothing anywhere; a real model gets the conversation. “where is my data?” names the places, “how do I remove you?” says how to delete it all.',
      de: 'Alles bleibt im Datenordner auf diesem Rechner: Erinnerungen, Nachrichten, Dateien und Protokolle. Ich bestehe aus Regeln und schicke nichts fort; ein echtes Modell bekommt das Gespräch. „wo liegen meine Daten?“ nennt die Orte, „wie entferne ich dich?“ sagt, wie alles gelöscht wird.',
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
