/** What is said of acts on actors, of Telegram accounts and of what else a command did, in German. */
export const acts: Readonly<Record<string, string>> = {
  'Send this to your bot on Telegram, from the account that is to talk to the agent:':
    'Schick das auf Telegram an deinen Bot, von dem Konto, das mit dem Agenten reden soll:',
  'The code holds for {time} and once.': 'Der Code gilt {time} und einmal.',
  ' Straylight has to run: {program} start': ' Straylight muss laufen: {program} start',
  'Waiting for it … Ctrl-C stops waiting; the code still holds.':
    'Wartet darauf … Strg-C beendet das Warten; der Code gilt weiter.',
  'Telegram account {account} may now talk to the agent.':
    'Das Telegram-Konto {account} darf jetzt mit dem Agenten reden.',
  'Telegram account {account} wrote. Allow it? [y/N] ':
    'Das Telegram-Konto {account} hat geschrieben. Erlauben? [j/N] ',
  'The code is void: its time is over, or too many wrong codes came. Make another: straylight telegram pair':
    'Der Code ist verfallen: Seine Zeit ist um, oder es kamen zu viele falsche. Einen neuen macht: straylight telegram pair',
  'there is no conversation {name}; "straylight sessions" lists them':
    'es gibt kein Gespräch {name}; „straylight sessions“ zeigt alle',
  'No such line is in {file}.': 'In {file} steht keine solche Zeile.',
  'Earlier links and open pages no longer work. Straylight is not running, so there is no new link.':
    'Frühere Links und offene Seiten gelten nicht mehr. Straylight läuft nicht, also gibt es keinen neuen Link.',
  'the running Straylight serves no page; see [channels.web] in config.toml':
    'das laufende Straylight hat keine Seite; siehe [channels.web] in config.toml',
  'Straylight is not running; the task goes on with its next start.':
    'Straylight läuft nicht; die Aufgabe geht mit seinem nächsten Start weiter.',
  'Straylight is not running; start it with "straylight start"':
    'Straylight läuft nicht; „straylight start“ startet es',
  'If no page opens, open the link yourself: some browsers cannot read files in your home.':
    'Öffnet sich keine Seite, dann öffne den Link selbst: Manche Browser können Dateien deines Ordners nicht lesen.',
  'Open the link yourself: {why}': 'Öffne den Link selbst: „{why}“',
  'cannot read the token of the page; restart Straylight':
    'das Token der Seite lässt sich nicht lesen; starte Straylight neu',
  'missing TEXT after "ask"; usage: straylight ask TEXT, or send the message to standard input':
    'nach „ask“ fehlt TEXT; Aufruf: straylight ask TEXT, oder schick die Nachricht an die Standardeingabe',
  'config.toml has no [a2a.peers.{name}]': 'config.toml hat kein [a2a.peers.{name}]',
  'created the home {home}': 'Datenordner angelegt: {home}',
  'expected the ID of an approval, got "{id}"; "straylight approvals" lists them':
    'erwartet wird die Kennung einer Freigabe, nicht „{id}“; „straylight approvals“ zeigt alle',
};
