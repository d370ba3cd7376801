/** What is wrong with a setting, in the owner's language. A rule says what it expects in English, where it stands. */
import { catalog, type Language, phrases } from '../src/domain/text/catalog.ts';

export const faultTexts = catalog('config/fault-texts', {
  en: {
    heading: (count: number) => `The settings have ${count === 1 ? 'a fault' : `${count} faults`}:`,
    line: (where: string, expected: string, came: string) => `${where}: expected ${expected}; came ${came}`,
  },
  de: {
    heading: count =>
      count === 1 ? 'Die Einstellungen haben einen Fehler:' : `Die Einstellungen haben ${count} Fehler:`,
    line: (where, expected, came) => `${where}: erwartet wird ${expected}; da steht ${came}`,
  },
});

/** What a rule expects, and what came, as far as it is said without a value. */
const words = phrases('config/fault-texts#words', {
  nothing: 'nichts',
  'a list': 'eine Liste',
  'a date': 'ein Datum',
  'a table': 'eine Tabelle',
  'a text': 'ein Text',
  'an unknown one': 'eine unbekannte',
  'a TOML document': 'ein TOML-Dokument',
  'a readable text file': 'eine lesbare Textdatei',
  'illegal character in key': 'ein Zeichen, das in einem Namen nicht erlaubt ist',
  'trying to redefine an already defined table or value':
    'eine Tabelle oder Einstellung, die es weiter oben schon gibt',
  'true or false': 'true oder false',
  'a list of values': 'eine Liste von Werten',
  'a regular expression': 'ein regulärer Ausdruck',
  'a model as "provider/model"': 'ein Modell als "anbieter/modell"',
  'a role, or a model as "provider/model"': 'eine Rolle oder ein Modell als "anbieter/modell"',
  'a table of names, each with a model as "provider/model"':
    'eine Tabelle von Namen, jeder mit einem Modell als "anbieter/modell"',
  'a table of roles or models, each with an effort as in session = "high"':
    'eine Tabelle von Rollen oder Modellen, jede mit einem Aufwand wie session = "high"',
  'a table for each server, as in [models.providers.openrouter]':
    'eine Tabelle je Server, wie [models.providers.openrouter]',
  'a table for each model, as in [prices."anthropic/claude-sonnet-5"]':
    'eine Tabelle je Modell, wie [prices."anthropic/claude-sonnet-5"]',
  'a list of models as in ["ollama/qwen3:8b"]': 'eine Liste von Modellen wie ["ollama/qwen3:8b"]',
  'a list of models as in ["ollama/gemma3:4b"]': 'eine Liste von Modellen wie ["ollama/gemma3:4b"]',
  'at most 5 models': 'höchstens 5 Modelle',
  'at most 20 names': 'höchstens 20 Namen',
  'at most 20 folders': 'höchstens 20 Ordner',
  'at most 100 names and paths': 'höchstens 100 Namen und Pfade',
  'a name in lower case': 'ein Name in Kleinbuchstaben',
  'a name in snake_case': 'ein Name in snake_case',
  'a name of at least one character': 'ein Name aus mindestens einem Zeichen',
  'a name of 1 to 60 characters': 'ein Name aus 1 bis 60 Zeichen',
  'a name of lower case letters, digits, - and _': 'ein Name aus Kleinbuchstaben, Ziffern, - und _',
  'a text of at most 20 000 characters': 'ein Text aus höchstens 20 000 Zeichen',
  'a time zone as in "Europe/Berlin"': 'eine Zeitzone wie "Europe/Berlin"',
  'a time zone of the IANA list, as in "Europe/Berlin"': 'eine Zeitzone der IANA-Liste, wie "Europe/Berlin"',
  'the name of an environment variable': 'der Name einer Umgebungsvariablen',
  'the name of an environment variable (never the token itself)':
    'der Name einer Umgebungsvariablen (nie das Token selbst)',
  'the name of an environment variable (never the key itself), or "none" where no key is sent':
    'der Name einer Umgebungsvariablen (nie der Schlüssel selbst), oder "none", wo keiner gesendet wird',
  'the path of a Chromium': 'der Pfad eines Chromium',
  'the path of a Chromium, from / on': 'der Pfad eines Chromium, von / an',
  'the path of the engine’s socket': 'der Pfad des Sockets der Container',
  'the path of the engine’s socket, from / on': 'der Pfad des Sockets der Container, von / an',
  'the name of a Docker image': 'der Name eines Images von Docker',
  'the name of a Docker image, as in "straylight-sandbox:1"':
    'der Name eines Images von Docker, wie "straylight-sandbox:1"',
  'what one US dollar is in euros, from 0.1 to 10': 'was ein US-Dollar in Euro ist, von 0.1 bis 10',
  'a number of processors from 0.1 to 1 024': 'eine Zahl von Prozessoren, von 0.1 bis 1 024',
  'a list of numeric Telegram user ids': 'eine Liste von Telegram-Nummern',
  'a list of domains, as in ["example.com"]': 'eine Liste von Domains, wie ["example.com"]',
  'a list of names and paths, as in ["notes/taxes", "*.kdbx"]':
    'eine Liste von Namen und Pfaden, wie ["notes/taxes", "*.kdbx"]',
  'a list of hosts with ports, as in ["homeassistant.lan:8123"]':
    'eine Liste von Rechnern mit Ports, wie ["homeassistant.lan:8123"]',
  'a folder, from / or ~/ on, as in "~/projects/app" or { path = "~/projects/app", name = "app", writable = true }':
    'ein Ordner, von / oder ~/ an, wie "~/projects/app" oder { path = "~/projects/app", name = "app", writable = true }',
  'a list of folders, as in ["~/projects/app", { path = "~/Documents", name = "docs", writable = true }]':
    'eine Liste von Ordnern, wie ["~/projects/app", { path = "~/Documents", name = "docs", writable = true }]',
  'a domain in lower case, as in "example.com" or "*.example.com", without scheme, port or path':
    'eine Domain in Kleinbuchstaben, wie "example.com" oder "*.example.com", ohne Schema, Port oder Pfad',
  'an address as in "https://host:port", without user, password, query or fragment':
    'eine Adresse wie "https://host:port", ohne Benutzer, Passwort, Abfrage oder Sprungmarke',
  'an address as in "https://host:port", without user, password, query or fragment, or a socket as in "unix:/run/llama.sock:/v1"':
    'eine Adresse wie "https://host:port", ohne Benutzer, Passwort, Abfrage oder Sprungmarke, oder ein Socket wie "unix:/run/llama.sock:/v1"',
});

/** What is counted. */
const units = phrases('config/fault-texts#units', {
  'as Telegram numbers its users': 'wie Telegram seine Benutzer zählt',
  boots: 'Starts',
  bytes: 'Bytes',
  calls: 'Aufrufe',
  'tool calls': 'Aufrufe von Werkzeugen',
  'model calls': 'Aufrufe von Modellen',
  days: 'Tage',
  errors: 'Fehler',
  failures: 'Fehlschläge',
  files: 'Dateien',
  hours: 'Stunden',
  megabytes: 'Megabyte',
  messages: 'Nachrichten',
  milliseconds: 'Millisekunden',
  prices: 'Preise',
  processes: 'Prozesse',
  seconds: 'Sekunden',
  steps: 'Schritte',
  times: 'Mal',
  tokens: 'Tokens',
  'tokens, or "none"': 'Tokens, oder "none"',
  tools: 'Werkzeuge',
});

/** Rules that have a figure or a list of their own in them, as templates of what stands before and behind it. */
const ruled = catalog<readonly (readonly [RegExp, string])[]>('config/fault-texts#ruled', {
  en: [],
  de: [
    [/^one of the settings (.+)$/, 'eine der Einstellungen $1'],
    [/^a text of (\d+) characters$/, 'ein Text aus $1 Zeichen'],
    [/^a whole number from ([\d ]+) to ([\d ]*\d) (.+)$/, 'eine ganze Zahl von $1 bis $2: $3'],
    [/^a number of US dollars from 0 to ([\d ]+)$/, 'ein Betrag in US-Dollar von 0 bis $1'],
    [/^a number of US dollars from 0 to ([\d ]+), or "none"$/, 'ein Betrag in US-Dollar von 0 bis $1, oder "none"'],
    [
      /^a duration as in "6h" or "1h30m", of at most (\d+) hours and of at least ([\d.]+) s$/,
      'eine Dauer wie "6h" oder "1h30m", höchstens $1 Stunden und mindestens $2 s',
    ],
    [
      /^a duration as in "6h" or "1h30m", of at most (\d+) days and of at least ([\d.]+) s$/,
      'eine Dauer wie "6h" oder "1h30m", höchstens $1 Tage und mindestens $2 s',
    ],
    [
      /^a duration as in "6h" or "1h30m", of at most (\d+) days, or "0" for none$/,
      'eine Dauer wie "6h" oder "1h30m", höchstens $1 Tage, oder "0" für keine',
    ],
    [
      /^a model as "provider\/model", where the provider is (.+), or has a table \[models\.providers\.NAME\]$/,
      'ein Modell als "anbieter/modell", wobei der Anbieter einer von $1 ist oder eine Tabelle [models.providers.NAME] hat',
    ],
    [/^base_url, or a preset: (.+)$/, 'base_url, oder als bekannter Server $1'],
    [
      /^another name: (\S+) is a provider already, see (.+)$/,
      'ein anderer Name, denn $1 ist schon ein Anbieter, siehe $2',
    ],
  ],
});

/** What was expected or came; in English where no words are known for it, since it may be a value. */
export function faultWords(english: string, language: Language): string {
  const known = words[language][english];
  if (known !== undefined) return known;
  const rule = ruled[language].find(([form]) => form.test(english));
  if (rule) {
    const [lead = '', unit] = english.replace(...rule).split(/: (?=[^:]+$)/);
    return unit === undefined ? lead : `${lead} ${units[language][unit] ?? unit}`;
  }
  // a choice of values
  return /^"[^"]*"(?:,? (?:or )?"[^"]*")+$/.test(english) ? english.replaceAll(' or ', or[language]) : english;
}

const or = catalog('config/fault-texts#or', { en: ' or ', de: ' oder ' });
