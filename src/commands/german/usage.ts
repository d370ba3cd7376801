/** What is wrong with a command line. */
export const usage: Readonly<Record<string, string>> = {
  'unknown command "{name}"; {name2}': 'unbekannter Befehl „{name}“; {name2}',
  'unknown command "{about}"; {about2}': 'unbekannter Befehl „{about}“; {about2}',
  'unknown word "{value}" after "{about}"; "straylight help {about}" explains it':
    'unbekanntes Wort „{value}“ nach „{about}“; „straylight help {about}“ erklärt es',
  'to say something, use "straylight ask" and the text': 'um etwas zu sagen, nimm „straylight ask“ und den Text',
  'did you mean "{other}"?': 'meintest du „{other}“?',
  'did you mean {near}?': 'meintest du {near}?',
  '"straylight --help" lists all commands': '„straylight --help“ nennt alle Befehle',
  'that option': 'diese Option',
  'options of another program stand behind all of these and " -- "':
    'Optionen eines anderen Programms stehen hinter all diesen und „ -- “',
  '"straylight {value}--help" lists all options': '„straylight {value}--help“ nennt alle Optionen',
  'unknown option {typed}; {typed2}': 'unbekannte Option {typed}; {typed2}',
  '{typed} takes no value': '{typed} nimmt keinen Wert',
  '{name} after "{value}" is empty; {usage}': '{name} hinter „{value}“ ist leer; {usage}',
  '{typed} needs a value': '{typed} braucht einen Wert',
  '--home needs a folder': '--home braucht einen Ordner',
  'expected {all} after "{before}"': 'nach „{before}“ fehlt {all}',
  'expected {all} after "secret"': 'nach „secret“ fehlt {all}',
  'unknown word "{typed}" after "{before}"; {typed2}': 'unbekanntes Wort „{typed}“ nach „{before}“; {typed2}',
  'expected {all}': 'möglich ist {all}',
  'usage: straylight {form}': 'Aufruf: straylight {form}',
  'unexpected argument "{extra}"; {usage}': 'überzählig: „{extra}“; {usage}',
  'missing {join} after "{value}"; {usage}': 'es fehlt {join} nach „{value}“; {usage}',
  ' and ': ' und ',
  ' or ': ' oder ',
  'too many arguments; {usage}': 'zu viele Angaben; {usage}',
  'the value of a secret does not belong on the command line, where the shell’s history keeps it and other users see it; leave it out, then type it at the prompt or send it to standard input':
    'der Wert eines Geheimnisses gehört nicht in die Befehlszeile, wo ihn der Verlauf der Shell behält und andere ihn sehen; lass ihn weg und tippe ihn auf die Frage oder schick ihn an die Standardeingabe',
  '--{twice} is given twice; give it once': '--{twice} steht zweimal da; einmal genügt',
  '"{words}"': '„{words}“',
  '--{misplaced} goes with {places} only': '--{misplaced} gehört nur zu {places}',
  '"{words}" needs one of {flags}': '„{words}“ braucht eins von {flags}',
  '"{words}" takes only one of {flags}': '„{words}“ nimmt nur eins von {flags}',
  'missing --{value} {value2}; usage: straylight {form}': 'es fehlt --{value} {value2}; Aufruf: straylight {form}',
  'Nothing was done. To continue, add --yes.': 'Nichts wurde getan. Um weiterzumachen, füg --yes an.',
  'Enter {name} (hidden): ': '{name} eingeben (verborgen): ',
  'there is no command /{name}; {meant}/help lists all commands':
    'den Befehl /{name} gibt es nicht; {meant}/help zeigt alle',
  'did you mean {near}? ': 'meintest du {near}? ',
  'there is no command /{name}; {meant}"/help" in "straylight chat" lists all commands':
    'den Befehl /{name} gibt es nicht; {meant}„/help“ in „straylight chat“ zeigt alle',
  'use it in "straylight chat"': 'nimm ihn in „straylight chat“',
  'use "{instead}"': 'nimm „{instead}“',
  '/{name} is a command of a chat, and "straylight ask" only sends messages; {advice}':
    '/{name} ist ein Befehl für ein Gespräch, und „straylight ask“ schickt nur Nachrichten; {advice}',
  'the command ended without an answer; this is a fault of Straylight':
    'der Befehl ist ohne Antwort zu Ende gegangen; das ist ein Fehler von Straylight',
  'Straylight is already running (process {pid}) with this home{why}; "straylight chat" connects to it':
    'Straylight läuft mit diesem Ordner schon (Prozess {pid}){why}; „straylight chat“ verbindet dich damit',
  'the message is empty': 'die Nachricht ist leer',
  '--inbound needs --jsonl': '--inbound braucht --jsonl',
  '--{name} takes {takes}{value}': '--{name} nimmt {takes}{value}',
  ', not "{value}"': ', nicht „{value}“',
  'a number from 0 to 65535': 'eine Zahl von 0 bis 65535',
  'the address of a relay: ws:// on this computer or wss:// elsewhere, without a user name or password':
    'die Adresse eines Relays: ws:// auf diesem Rechner oder wss:// anderswo, ohne Namen und Passwort',
  'a name of 1 to 64 letters, digits, ".", "_" or "-", with "~2" at the end for its second conversation':
    'einen Namen aus 1 bis 64 Buchstaben, Ziffern, „.“, „_“ oder „-“, mit „~2“ am Ende für sein zweites Gespräch',
  'a time such as 90s, 5m or 2h, at most 7 days': 'eine Zeit wie 90s, 5m oder 2h, höchstens 7 Tage',
  'a time such as 90s, 5m or 24h, at most 31 days': 'eine Zeit wie 90s, 5m oder 24h, höchstens 31 Tage',
  'a name of 1 to 128 letters, digits, ".", "_", ":" or "-"':
    'einen Namen aus 1 bis 128 Buchstaben, Ziffern, „.“, „_“, „:“ oder „-“',
  'a number from 1 to 999999': 'eine Zahl von 1 bis 999999',
};
