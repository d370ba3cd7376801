/** `straylight --help`: commands, their forms and options. */
export const help: Readonly<Record<string, string>> = {
  'Usage:': 'Aufruf:',
  'Options:': 'Optionen:',
  'Commands:': 'Befehle:',
  'use another home than ~/.straylight (or set STRAYLIGHT_HOME)':
    'einen anderen Ordner als ~/.straylight nehmen (oder STRAYLIGHT_HOME setzen)',
  'straylight: a self-hosted personal agent.': 'straylight: ein persönlicher Agent auf deinem eigenen Rechner.',
  'Usage: straylight COMMAND [options]': 'Aufruf: straylight BEFEHL [Optionen]',
  'show this, or the help of a command': 'das hier zeigen oder die Hilfe eines Befehls',
  'show the version': 'die Version zeigen',
  'Exit codes: 0 done, 1 failed, 2 wrong usage.': 'Rückgabewerte: 0 erledigt, 1 fehlgeschlagen, 2 falscher Aufruf.',
  'Show this, or the help of a command': 'Das hier oder die Hilfe eines Befehls',
  'List all commands; with a command behind it, explain that one.':
    'Nennt alle Befehle; mit einem Befehl dahinter erklärt es diesen.',

  // home
  'Create the home: settings, folders, a file for secrets':
    'Legt den Ordner an: Einstellungen, Ordner, Datei für Geheimes',
  'Create the home: settings, folders, a file for secrets. In a terminal, also ask for model, Telegram, sandbox, command and service. Never overwrites anything.':
    'Legt den Ordner an: Einstellungen, Ordner, eine Datei für Geheimes. Im Terminal fragt es auch nach Modell, Telegram, Sandbox, Befehl und Dienst. Überschrieben wird nie etwas.',
  'the model to use, as "provider/model", or "demo", instead of asking':
    'dieses Modell, als „anbieter/modell“ oder „demo“, statt zu fragen',
  'the address of its server, where it has no usual one': 'die Adresse seines Servers, wenn es keine übliche hat',
  'read the key of its server from standard input': 'den Schlüssel seines Servers von der Standardeingabe lesen',
  'write model or token without trying whether they work, a model also where its server does not list it':
    'Modell oder Token eintragen, ohne sie zu probieren, ein Modell auch, wenn sein Server es nicht führt',
  'read the token of your Telegram bot from standard input':
    'das Token deines Telegram-Bots von der Standardeingabe lesen',
  'have Docker make the image of the sandbox': 'Docker das Image der Sandbox bauen lassen',
  'make the command straylight, by a link in ~/.local/bin': 'den Befehl straylight, als Verweis in ~/.local/bin',
  'run Straylight as a service of systemd, from each login on': 'Straylight als Dienst von systemd, ab jeder Anmeldung',
  'Your settings: show, check or edit them': 'Deine Einstellungen: zeigen, prüfen, ändern',
  'Show what your settings set, and which secrets are set. Values of secrets are never shown.':
    'Zeigt, was deine Einstellungen setzen und welche Geheimnisse gesetzt sind. Deren Werte werden nie gezeigt.',
  'Print where config.toml is.': 'Nennt den Ort von config.toml.',
  'Check the settings, and name each fault with its line.': 'Prüft die Einstellungen und nennt jeden Fehler mit Zeile.',
  'Open config.toml in your editor (VISUAL or EDITOR), then check it.':
    'Öffnet config.toml in deinem Editor (VISUAL oder EDITOR) und prüft sie dann.',
  'Add or replace a secret. The value is typed at a hidden prompt, or read from standard input.':
    'Fügt ein Geheimnis hinzu oder ersetzt es. Der Wert wird verdeckt getippt oder von der Standardeingabe gelesen.',
  'allow web_request to this host: api.github.com, *.example.com, example.com:8443':
    'web_request an diesen Rechner erlauben: api.github.com, *.example.com, example.com:8443',
  'in this header only (default: authorization)': 'nur in diesem Header (sonst: authorization)',
  'allow commands that start like this: "git push"': 'Befehle erlauben, die so beginnen: „git push“',
  'allow this tool: web_request or execute_command': 'dieses Werkzeug erlauben: web_request oder execute_command',
  'for this agent (default: main)': 'für diesen Agenten (sonst: main)',
  'what it is for; the agent reads this': 'wofür es ist; der Agent liest das',
  'when it stops working: 2027-01-31, or 90d; you are told a week before':
    'bis wann es gilt: 2027-01-31, oder 90d; eine Woche vorher wirst du erinnert',
  'Remove a secret.': 'Entfernt ein Geheimnis.',
  'The secret {name} would be deleted; its value could not be had back from here.':
    'Das Geheimnis {name} würde gelöscht; sein Wert wäre von hier nicht zurückzuholen.',
  'The log of what was done': 'Das Protokoll dessen, was geschah',
  'Show the newest lines of the log: what was done and how long it took, never what was said.':
    'Zeigt die neuesten Zeilen des Protokolls: was geschah und wie lange es dauerte, nie was gesagt wurde.',
  'only lines that are at least this serious: info (default), warn or error':
    'nur Zeilen, die mindestens so ernst sind: info (sonst), warn oder error',
  'go on with lines as they come, until Ctrl-C': 'mit neuen Zeilen weitermachen, bis Strg-C',
  'print the lines as they are kept: JSON': 'die Zeilen ausgeben, wie sie gespeichert sind: JSON',
  'Check the installation, or what weakens its security': 'Prüft die Installation, oder was ihre Sicherheit schwächt',
  'Check the installation, and say how to fix what is wrong.':
    'Prüft die Installation und sagt, wie sich Falsches beheben lässt.',
  'check what weakens security instead, most serious first':
    'stattdessen prüfen, was die Sicherheit schwächt, das Ernsteste zuerst',

  // running
  'Start the agent, and chat with it in a terminal': 'Startet den Agenten, im Terminal mit einem Gespräch',
  'Start the agent with every channel that is set up. In a terminal, also open a chat.':
    'Startet den Agenten mit jedem eingerichteten Kanal. Im Terminal öffnet es auch ein Gespräch.',
  'port of the page and the HTTP API (0: any free port)': 'Port der Seite und der HTTP-API (0: irgendein freier)',
  'add a page /stately that shows running charts on stately.ai, without secrets':
    'eine Seite /stately dazu, die laufende Diagramme auf stately.ai zeigt, ohne Geheimnisse',
  'send the same to your own relay: ws:// on this computer, wss:// elsewhere':
    'dasselbe an dein eigenes Relay senden: ws:// auf diesem Rechner, wss:// anderswo',
  'Stop the running agent': 'Hält den laufenden Agenten an',
  'Stop the running agent, once what it is doing has ended. What is left goes on at the next start.':
    'Hält den laufenden Agenten an, sobald zu Ende ist, was er tut. Der Rest geht beim nächsten Start weiter.',
  'do not wait for running work': 'nicht auf laufende Arbeit warten',
  'print JSON': 'JSON ausgeben',
  'Chat in the terminal': 'Gespräch im Terminal',
  'Chat in the terminal. Without a terminal, each line of standard input is a message or a command such as /status.':
    'Gespräch im Terminal. Ohne Terminal ist jede Zeile der Standardeingabe eine Nachricht oder ein Befehl wie /status.',
  'the conversation to use (default: main)': 'welches Gespräch (sonst: main)',
  'let the agent read the folder you are in, as a folder of its workspace, while this runs':
    'solange das läuft, darf der Agent den Ordner lesen, in dem du bist, als Ordner seines Arbeitsordners',
  'with --here: let it change that folder too': 'mit --here: er darf den Ordner auch ändern',
  'Send one message and print the reply': 'Schickt eine Nachricht und gibt die Antwort aus',
  'Send one message and print the reply. Without TEXT, or if that is "-", standard input is the message; with TEXT, what is piped in stands below it.':
    'Schickt eine Nachricht und gibt die Antwort aus. Ohne TEXT, oder wenn er „-“ ist, ist die Standardeingabe die Nachricht; mit TEXT steht darunter, was hineingeleitet wird.',
  'low, normal (default), high or critical: which turn runs first':
    'low, normal (sonst), high oder critical: was zuerst beantwortet wird',
  'end the turn after this time: s, m or h (without a terminal: 30m)':
    'die Runde nach dieser Zeit beenden: s, m oder h (ohne Terminal: 30m)',
  'reuse a running turn with this name': 'eine laufende Runde dieses Namens mitbenutzen',
  'print JSON, with usage, tool calls and the id of the turn':
    'JSON ausgeben, mit Verbrauch, Aufrufen und der Kennung der Runde',
  'Open the page of the running agent': 'Öffnet die Seite des laufenden Agenten',
  'Print the link to the page of the running agent, and open it. Anyone with this link has full control.':
    'Gibt den Link zur Seite des laufenden Agenten aus und öffnet ihn. Wer diesen Link hat, darf alles.',
  'a read-only link': 'ein Link, der nur zeigt',
  'revoke earlier links first': 'frühere Links zuerst ungültig machen',
  'only print the link': 'den Link nur ausgeben',
  'What is running, and what is waiting for you': 'Was läuft, und was auf dich wartet',
  'Show what is running, what is waiting for you, and what the last start recovered.':
    'Zeigt, was läuft, was auf dich wartet und was der letzte Start wiederhergestellt hat.',

  // conversations

  // approvals
  'Pending approvals, your decisions, and calls allowed in advance':
    'Offene Freigaben, deine Entscheidungen, Dauerfreigaben',
  'List pending approvals.': 'Listet offene Freigaben auf.',
  'Show one approval in full.': 'Zeigt eine Freigabe ganz.',
  'Approve the call.': 'Erlaubt den Aufruf.',
  'required above low risk: "yes", or the word shown': 'nötig über niedrigem Risiko: „yes“ oder das gezeigte Wort',
  'the same as --confirm yes': 'dasselbe wie --confirm yes',
  'the reason; the agent sees it': 'der Grund; der Agent sieht ihn',
  'Deny the call.': 'Lehnt den Aufruf ab.',
  'Take an approval back before the call runs.': 'Nimmt eine Freigabe zurück, bevor der Aufruf läuft.',
  'Allow calls in advance, for a limited time and number of uses.':
    'Erlaubt Aufrufe im Voraus, für begrenzte Zeit und Zahl.',
  'a plain command; a final "*" allows more words': 'ein einfacher Befehl; ein „*“ am Ende lässt weitere Wörter zu',
  'calls of this tool; every argument has to be given': 'Aufrufe dieses Werkzeugs; jede Angabe muss genannt sein',
  'this value; NAME^=START, or NAME~=GLOB ("*": anything but "/", "**": anything)':
    'dieser Wert; NAME^=ANFANG oder NAME~=MUSTER („*“: alles außer „/“, „**“: alles)',
  'calls like the one in this pending approval': 'Aufrufe wie der dieser offenen Freigabe',
  'duration: m, h or d (default: 1d)': 'Dauer: m, h oder d (sonst: 1d)',
  'maximum uses (default: 10)': 'wie oft höchstens (sonst: 10)',

  // memories
  'What the agent remembers: search, decide, forget': 'Was der Agent behält: suchen, entscheiden, vergessen',
  'List memories, the newest first.': 'Listet Erinnerungen auf, die neuesten zuerst.',
  'only active, pending or archived ones': 'nur aktive (active), offene (pending) oder archivierte (archived)',
  'only facts, preferences, procedures, episodes, …': 'nur fact, preference, procedure, episode, …',
  'how many (default: 200)': 'wie viele (sonst: 200)',
  'Show one memory, and what it comes from.': 'Zeigt eine Erinnerung und woher sie kommt.',
  'Search the active memories by words.': 'Sucht in den aktiven Erinnerungen nach Wörtern.',
  'List memories that wait for your decision, with what speaks for them.':
    'Listet Erinnerungen auf, die auf dich warten, mit dem, was für sie spricht.',
  'Accept a pending memory; it replaces what it contradicts.':
    'Nimmt eine offene Erinnerung an; sie ersetzt, wem sie widerspricht.',
  'Reject a pending memory, or one that contradicts another.':
    'Verwirft eine offene Erinnerung oder eine, die einer anderen widerspricht.',
  'Keep a memory beside what it contradicts: both are true.':
    'Behält eine Erinnerung neben der, der sie widerspricht: beide stimmen.',
  'Put the memories in order: merge, find contradictions, link, archive.':
    'Räumt die Erinnerungen auf: zusammenlegen, Widersprüche finden, verknüpfen, archivieren.',
  'Undo the newest batch of learned, merged or imported memories.':
    'Macht den letzten Schub gelernter, zusammengelegter oder eingelesener Erinnerungen rückgängig.',
  'What the newest batch (or the one named by --batch) made would be taken back, and what it replaced would count again.':
    'Was der letzte Schub (oder der mit --batch genannte) angelegt hat, würde zurückgenommen; was er ersetzt hat, gälte wieder.',
  'this batch; "memory stats" lists them': 'dieser Schub; „memory stats“ nennt sie',
  'do it; without it, only say what it does': 'es tun; ohne das nur sagen, was geschähe',
  'Forget a memory for good.': 'Vergisst eine Erinnerung endgültig.',
  'The memory {id} would be forgotten for good, with every copy of it in this home.':
    'Die Erinnerung {id} würde endgültig vergessen, mit jeder Kopie in diesem Ordner.',
  'forget whatever holds these words; asks for a word': 'alles vergessen, was diese Wörter enthält; verlangt ein Wort',
  'forget all of them; asks for a word': 'alle vergessen; verlangt ein Wort',
  'the word it asks for': 'das verlangte Wort',
  'Be an MCP server over standard input and output, for the program that starts this: it can ask the agent.':
    'Ist ein MCP-Server über Standardeingabe und -ausgabe, für das Programm, das dies startet: Es kann den Agenten fragen.',
  'Print where an agent of somebody else reaches this one, and its token.':
    'Nennt, wo der Agent eines anderen diesen erreicht, und sein Token.',
  'print the address and the token for programs that connect over HTTP instead':
    'stattdessen Adresse und Token für Programme nennen, die sich über HTTP verbinden',
  'Print all memories as JSON lines, for "memory import".':
    'Gibt alle Erinnerungen als JSON-Zeilen aus, für „memory import“.',
  'print the active ones as Markdown instead, as in MEMORY.md':
    'stattdessen die aktiven als Markdown, wie in MEMORY.md',
  'Show how many memories there are, and the newest batches.':
    'Zeigt, wie viele Erinnerungen es gibt, und die letzten Schübe.',
  'Take memories in from a file of "memory export". What is there already stays.':
    'Liest Erinnerungen aus einer Datei von „memory export“. Was schon da ist, bleibt.',
  'forget all memories first; asks for a word': 'zuerst alle Erinnerungen vergessen; verlangt ein Wort',
  'you vouch for the file: what this home has not signed keeps its trust':
    'du bürgst für die Datei: was hier nicht unterschrieben wurde, behält sein Vertrauen',

  // tools, jobs, tasks, goals
  'how many (default: 50)': 'wie viele (sonst: 50)',
  'the same as --lines': 'dasselbe wie --lines',

  // models and money

  // actors, audit, Telegram
  'Show the last 200 steps of an actor.': 'Zeigt die letzten 200 Schritte eines Akteurs.',
  'Print an actor and its whole journal.': 'Gibt einen Akteur und sein ganzes Journal aus.',
  'Suspend an actor: it keeps its messages and handles none.':
    'Setzt einen Akteur aus: er behält seine Nachrichten und bearbeitet keine.',
  'the reason, kept in the record': 'der Grund, er bleibt verzeichnet',
  'Resume a suspended actor.': 'Setzt einen ausgesetzten Akteur fort.',
  'Retry the events that an actor failed to handle.':
    'Versucht Ereignisse noch einmal, an denen ein Akteur scheiterte.',
  'Restart an actor from its last state.': 'Startet einen Akteur von seinem letzten Zustand an neu.',
  'start over instead, from the initial state': 'stattdessen von vorn beginnen',
  'skip confirmation': 'ohne Rückfrage',
  'Rewind an actor to an earlier step.': 'Setzt einen Akteur auf einen früheren Schritt zurück.',
  'the step; "actors journal" lists them': 'der Schritt; „actors journal“ nennt sie',
  'Stop an actor for good.': 'Hält einen Akteur endgültig an.',
  'Quarantine an actor: nothing is delivered to it.': 'Setzt einen Akteur in Quarantäne: ihm wird nichts zugestellt.',
  'Release an actor from quarantine.': 'Entlässt einen Akteur aus der Quarantäne.',
  'Answer a question of the supervisor.': 'Beantwortet eine Frage der Aufsicht.',
  'Replay the journal of an actor, or an exported one, and check every step.':
    'Spielt das Journal eines Akteurs nach, oder ein ausgegebenes, und prüft jeden Schritt.',
  'only this kind ("approval.ended") or family ("tool")': 'nur diese Art („approval.ended“) oder Familie („tool“)',
  'how many entries (default: 50)': 'wie viele Einträge (sonst: 50)',
  'Check that the audit log was not changed.': 'Prüft, dass das Protokoll nicht geändert wurde.',
  'check an exported file instead; needs no home': 'stattdessen eine ausgegebene Datei prüfen; braucht keinen Ordner',
  'Print the whole audit log as JSON lines.': 'Gibt das ganze Protokoll als JSON-Zeilen aus.',

  // sandbox and rules
  'How a command or tool call would be judged': 'Wie ein Befehl oder Aufruf beurteilt würde',
  'Show how a shell command would be judged, and why. Runs nothing.':
    'Zeigt, wie ein Befehl beurteilt würde und warum. Führt nichts aus.',
  'where it would run: docker, bubblewrap or direct (default: its text alone counts)':
    'wo er liefe: docker, bubblewrap oder direct (sonst: nur sein Text zählt)',
  'read rows from standard input: {"cmd"}, or calls': 'Zeilen von der Standardeingabe lesen: {"cmd"} oder Aufrufe',
  'Show how a tool call would be judged, and why. CALL is JSON: {"tool": NAME, "arguments": {…}}.':
    'Zeigt, wie ein Aufruf beurteilt würde und warum. CALL ist JSON: {"tool": NAME, "arguments": {…}}.',
  'the sandbox: docker, bubblewrap or direct (default: none is assumed)':
    'die Sandbox: docker, bubblewrap oder direct (sonst: keine angenommen)',
  'how far the conversation is trusted: owner, auth or external (default: owner)':
    'wie weit dem Gespräch vertraut wird: owner, auth oder external (sonst: owner)',
  'Whether a request would be allowed': 'Ob eine Anfrage erlaubt wäre',
  'Show whether a request would be allowed, and which address it would connect to. Connects to nothing.':
    'Zeigt, ob eine Anfrage erlaubt wäre und mit welcher Adresse sie sich verbände. Verbindet sich nicht.',
  'read rows {"url", "dns"?, "cname"?, "redirects"?} from standard input':
    'Zeilen {"url", "dns"?, "cname"?, "redirects"?} von der Standardeingabe lesen',
  'When a schedule would fire': 'Wann ein Zeitplan dran wäre',
  'Show when a schedule would fire: cron, an instant, "every 90m" or "every weekday at 8". Schedules nothing.':
    'Zeigt, wann ein Zeitplan dran wäre: cron, ein Zeitpunkt, „every 90m“ oder „werktags um 8“. Legt nichts an.',
  'the time zone: Europe/Berlin (default: that of this computer)':
    'die Zeitzone: Europe/Berlin (sonst: die dieses Rechners)',
  'after this instant (default: now)': 'nach diesem Zeitpunkt (sonst: jetzt)',
  'how many instants, 1 to 1000 (default: 3)': 'wie viele Zeitpunkte, 1 bis 1000 (sonst: 3)',
  'read rows {"expr", "tz"?, "from"?, "count"?} from standard input':
    'Zeilen {"expr", "tz"?, "from"?, "count"?} von der Standardeingabe lesen',
  'Remove secrets from standard input': 'Entfernt Geheimnisse aus der Standardeingabe',
  'Copy standard input to standard output without the secrets in it.':
    'Gibt die Standardeingabe ohne die Geheimnisse darin wieder aus.',
  'read rows {"text", "known"?: [values]}, answer {"text", "found": [{"start", "end", "type"}]}':
    'Zeilen {"text", "known"?: [values]} lesen, {"text", "found": [{"start", "end", "type"}]} antworten',
  'with --jsonl: judge rows as messages of the owner: {"verdict": "block"|"redact"|"pass", "text"}':
    'mit --jsonl: Zeilen wie Nachrichten von dir beurteilen: {"verdict": "block"|"redact"|"pass", "text"}',
  'Completion script for bash, zsh or fish': 'Skript zum Vervollständigen für bash, zsh oder fish',
  'Print the completion script for bash.': 'Gibt das Skript für bash aus.',
  'Print the completion script for zsh.': 'Gibt das Skript für zsh aus.',
  'Print the completion script for fish.': 'Gibt das Skript für fish aus.',
};
