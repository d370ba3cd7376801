/** What the field of an operation takes, as its description says, and what an operation refuses. */
import type { Rows } from './rows.ts';

export const fields: Rows = [
  [/^(--[a-z-]+|[A-Z]+) takes (.+), not "([\s\S]*)"$/, 'für $1 wird {2} erwartet, nicht „$3“'],
  [/^expected (\w+) to be (.+), got (.+)$/, 'als $1 wird {2} erwartet, nicht {3}'],
  [/^the text "([\s\S]*)"$/, '„$1“'],
  [/^a text of (\d+) characters$/, 'ein Text von $1 Zeichen'],
  [/^number (\S+)$/, '$1'],
  [/^nothing$/, 'nichts'],
  [/^an array$/, 'eine Liste'],
  [/^an object$/, 'ein Objekt'],
  // what it is, and how long it may be
  [/^(.+) \(1 to (\d+) characters\)$/, '{1} (1 bis $2 Zeichen)'],
  [
    /^the name of a job \(1 to (\d+) lower case letters, digits, "-" or "_"\)$/,
    'der Name eines Jobs (1 bis $1 Kleinbuchstaben, Ziffern, „-“ oder „_“)',
  ],
  [
    /^an id of your own making \(1 to (\d+) letters, digits and (\S+)\)$/,
    'eine eigene Kennung (1 bis $1 Buchstaben, Ziffern und $2)',
  ],
  [/^a whole number from (\d+)$/, 'eine ganze Zahl ab $1'],
  [/^a whole number from (\d+) to (\d+)$/, 'eine ganze Zahl von $1 bis $2'],
  [/^a whole number of tokens from (\d+) to (\d+)$/, 'eine ganze Zahl von Token, von $1 bis $2'],
  [/^the number of a goal$/, 'die Nummer eines Ziels'],
  [/^the number of an order$/, 'die Nummer einer Anweisung'],
  [/^the number of a task$/, 'die Nummer einer Aufgabe'],
  [/^the number of a turn$/, 'die Nummer einer Runde'],
  [/^the number of a Telegram account$/, 'die Nummer eines Telegram-Kontos'],
  [/^the id of a memory$/, 'die Kennung einer Erinnerung'],
  [/^the id of a standing approval$/, 'die Kennung einer dauerhaften Freigabe'],
  [/^the id of a batch$/, 'die Kennung eines Durchgangs'],
  [/^the name of a tool$/, 'der Name eines Werkzeugs'],
  [/^the name of a time zone$/, 'der Name einer Zeitzone'],
  [/^an address like (\S+), percent-encoded$/, 'eine Adresse wie $1, für URLs geschrieben'],
  [/^the key of an approval that waits$/, 'die Kennung einer offenen Freigabe'],
  [/^what its conversation begins with$/, 'womit sein Gespräch beginnt'],
  [/^a cron expression, an instant, "(.+)", or "(.+)"$/, 'ein Cron-Ausdruck, ein Zeitpunkt, „$1“ oder „$2“'],
  [/^what Straylight does for itself$/, 'eine Aufgabe von Straylight selbst'],
  [/^a shell command$/, 'ein Befehl der Shell'],
  [/^"yes" or the word of the card, as its risk asks$/, '„yes“ oder das Wort der Karte, je nach Risiko'],
  [/^an instant, or "tomorrow at 9"$/, 'ein Zeitpunkt, oder „morgen um 9“'],
  [/^a kind or a family, as in "(.+)" or "(.+)"$/, 'eine Art oder eine Familie, wie „$1“ oder „$2“'],
  [/^one of (.+)$/, 'eins von $1'],
  [/^what it says$/, 'sein Text'],
  [/^a time such as (\S+)$/, 'eine Zeit wie $1'],
  [/^the address of the page that watch-page reads$/, 'die Adresse der Seite, die watch-page liest'],
  [/^(?:why|your reason)$/, 'ein Grund'],
  [/^any words$/, 'Wörter'],
  [/^what to look for$/, 'wonach zu suchen ist'],
  [/^the goal, in one sentence$/, 'das Ziel, in einem Satz'],
  [/^what is to be done$/, 'die Aufgabe'],
  [/^"provider\/model", or "default"$/, '„anbieter/modell“ oder „default“'],
  [/^"provider\/model"; missing: all that are paused$/, '„anbieter/modell“; ohne Angabe alle, die pausieren'],
  [/^"([\w-]+)"$/, '„$1“'],
  [/^"([\w-]+)" or ("[\w-]+".*)$/, '„$1“ oder {2}'],
  // jobs
  [/^there is no built-in "(.*)"; there are (.+)$/, '„$1“ tut Straylight nicht für sich selbst; es gibt $2'],
  [
    /^the template watch-page needs the address of a page, such as (\S+)$/,
    'die Vorlage watch-page braucht die Adresse einer Seite, wie $1',
  ],
  [
    /^the job "(.+)" does something else than when this was shown; look at it again$/,
    'der Job „$1“ tut etwas anderes als beim Anzeigen; sieh ihn dir noch einmal an',
  ],
  [/^expected something of the job to change, got nothing$/, 'es fehlt, was sich am Job ändern soll'],
  [
    /^a job needs a name and a schedule; expected both, or one of (.+)$/,
    'ein Job braucht einen Namen und einen Zeitplan; erwartet wird beides, oder eins von $1',
  ],
  [/^timeout is a time from (\S+) to (\S+), not "(.*)"$/, 'timeout ist eine Zeit von $1 bis $2, nicht „$3“'],
  // goals and tasks
  [/^due: ([\s\S]+)$/, 'due: {1}'],
  [
    /^there is no task (\S+) that this one could be part of; "(.+)" shows all$/,
    'es gibt keine Aufgabe $1, zu der diese gehören könnte; „$2“ zeigt alle',
  ],
  // approvals, tools and memories
  [/^there is no pending approval (\S+); "(.+)" lists them$/, 'es gibt keine offene Freigabe $1; „$2“ zeigt alle'],
  [
    /^no standing approval can cover this call; it needs approval each time$/,
    'für diesen Aufruf kann es keine dauerhafte Freigabe geben; er braucht jedes Mal eine',
  ],
  [/^there is no tool "(.*)"; there are (.+)$/, 'es gibt kein Werkzeug „$1“; es gibt $2'],
  [/^there is no tool (\S+); "(.+)" names them$/, 'es gibt kein Werkzeug „$1“; „$2“ zeigt alle'],
  [
    /^expected words with at least (\d+) letters or digits; shorter ones stand everywhere$/,
    'erwartet werden Wörter mit mindestens $1 Buchstaben oder Ziffern; kürzere stehen überall',
  ],
  [
    /^several memories have an id that begins with (\S+); give more of it$/,
    'mehrere Erinnerungen haben eine Kennung, die mit $1 beginnt; gib mehr davon an',
  ],
  // conversations, models and actors
  [/^there is no actor (.+)$/, 'es gibt keinen Akteur „$1“'],
  [/^(\S+) has no failed messages to retry$/, '$1 hat keine gescheiterten Nachrichten, die sich wiederholen ließen'],
  [/^(\S+) is (\w+); for this it has to be (.+)$/, '$1 ist $2; dafür muss es {3} sein'],
  [
    /^(\S+) can be rewound to a step from 1 to (\d+), not to (\d+)$/,
    '$1 lässt sich auf Schritt 1 bis $2 zurücksetzen, nicht auf $3',
  ],
  [
    /^(\S+) has changed since you looked \(step (\d+) now\); look again$/,
    '$1 hat sich verändert, seit du nachgesehen hast (jetzt Schritt $2); sieh noch einmal nach',
  ],
  [
    /^an effect of (\S+) had already started by then; it cannot be rewound to before that$/,
    'eine Wirkung von $1 hatte da schon begonnen; davor lässt es sich nicht zurücksetzen',
  ],
  [
    /^(\S+) belongs to a job, which goes on in it; remove the job instead$/,
    '$1 gehört zu einem Job, der darin weitermacht; entfern stattdessen den Job',
  ],
  [
    /^(\S+) is at work; stop its turn, or wait for its end, and delete it then$/,
    '$1 arbeitet gerade; halt die Runde an oder wart ihr Ende ab, und lösch es dann',
  ],
  [
    /^expected a model as "(.+)", got "(.*)"; in use: (.+)$/,
    'erwartet wird ein Modell als „anbieter/modell“, nicht „$2“; in Gebrauch: $3',
  ],
  [
    /^there is no other model to ask; name some in models\.fallbacks of config\.toml$/,
    'es gibt kein anderes Modell, das sich fragen ließe; nenne welche in models.fallbacks von config.toml',
  ],
  [
    /^undo is off; switch it on with (.+) in config\.toml$/,
    'das Zurücknehmen ist aus; schalt es mit $1 in config.toml ein',
  ],
  [/^this question is already answered; nothing was done$/, 'diese Frage ist schon beantwortet; nichts wurde getan'],
  [/^this is not a URL$/, 'das ist keine URL'],
  [/^([\w-]+) or ([\w-]+)$/, '$1 oder $2'],
];
