/** Why a schedule is none, or never fires. */
import type { Rows } from './rows.ts';

const fields: Readonly<Record<string, string>> = {
  second: 'die Sekunde',
  minute: 'die Minute',
  hour: 'die Stunde',
  'day of month': 'der Tag im Monat',
  month: 'der Monat',
  'day of week': 'der Wochentag',
  year: 'das Jahr',
  combination: 'die Verbindung der Felder',
};

const everyField: Rows = Object.entries(fields).flatMap(
  ([name, german]): Rows => [
    [new RegExp(`^the ${name} is wrong; it may be (.+)$`), `${german} stimmt nicht; möglich ist {1}`],
    [new RegExp(`^the ${name} "(.*)" is wrong; it may be (.+)$`), `${german} „$1“ stimmt nicht; möglich ist {2}`],
  ],
);

export const schedules: Rows = [
  [
    /^"(.*)" is no cron expression; expected five fields .+$/,
    '„$1“ ist kein Cron-Ausdruck; erwartet werden fünf Felder (Minute, Stunde, Tag im Monat, Monat, Wochentag), oder sechs mit den Sekunden davor, oder sieben mit dem Jahr dahinter',
  ],
  [/^"(.*)" is no cron expression: (.+)$/, '„$1“ ist kein Cron-Ausdruck: {2}'],
  ...everyField,
  [/^of fields that can be true of one day$/, 'eine, die auf einen Tag zutreffen kann'],
  [
    /^(.+), also several \((.+)\), a range \((.+)\) or every so many \((.+)\)$/,
    '{1}, auch mehrere ($2), ein Bereich ($3) oder jede so vielte ($4)',
  ],
  [/^(\d+) to (\d+)$/, '$1 bis $2'],
  [
    /^(\d+) to (\d+), L for the last, 15W for the weekday nearest the 15th$/,
    '$1 bis $2, L für den letzten, 15W für den Werktag, der dem 15. am nächsten ist',
  ],
  [/^(\d+) to (\d+) or (\w+) to (\w+)$/, '$1 bis $2 oder $3 bis $4'],
  [
    /^(\d+) to (\d+) or (\w+) to (\w+), (\S+) for the second Friday, (\S+) for the last$/,
    '$1 bis $2 oder $3 bis $4, $5 für den zweiten Freitag, $6 für den letzten',
  ],
  [/^it never fires: (.+)$/, 'er käme nie dran: {1}'],
  [/^(\S+) has passed$/, '$1 ist vorbei'],
  [/^its last instant was (\S+)$/, 'zuletzt war er $1 dran'],
  [
    /^month (.+) has no day (.+); its last is the (\d+)th at most$/,
    'Monat $1 hat keinen Tag $2; sein letzter ist höchstens der $3.',
  ],
  [
    /^no day is day of month (.+), month (.+) and day of week ([^,]+)(?:, in the year (.+))?$/,
    'kein Tag ist zugleich Tag $1 im Monat, Monat $2 und Wochentag $3',
  ],
  [
    /^@reboot is no time: a schedule cannot wait for a start of this computer$/,
    '@reboot ist keine Zeit: ein Zeitplan kann nicht auf einen Start dieses Rechners warten',
  ],
  [
    /^the schedule is empty; expected a cron expression, an instant or "(.+)"$/,
    'der Zeitplan ist leer; erwartet wird ein Cron-Ausdruck, ein Zeitpunkt oder „$1“',
  ],
  [/^the time zone is empty; expected a name such as (\S+)$/, 'die Zeitzone ist leer; erwartet wird ein Name wie $1'],
  [/^"(.*)" is no time zone; expected a name such as (\S+)$/, '„$1“ ist keine Zeitzone; erwartet wird ein Name wie $2'],
  [/^"(.*)" is no instant; expected one such as (\S+)$/, '„$1“ ist kein Zeitpunkt; erwartet wird einer wie $2'],
  [
    /^"(.*)" is no local time to count days from; expected one such as (\S+)$/,
    '„$1“ ist keine Ortszeit, von der an sich Tage zählen lassen; erwartet wird eine wie $2',
  ],
  [
    /^an interval is at least 1 and at most (\d+) days, not (.+)$/,
    'ein Abstand hat mindestens einen und höchstens $1 Tage, nicht $2',
  ],
  [
    /^an interval is at least 1 s and at most (\d+) days, not "(.*)"$/,
    'ein Abstand hat mindestens 1 s und höchstens $1 Tage, nicht „$2“',
  ],
  [
    /^"(.*)" is no interval; expected one such as (.+) or (\S+)$/,
    '„$1“ ist kein Abstand; erwartet wird einer wie $2 oder $3',
  ],
  [/^expected "from", an instant such as (\S+)$/, 'als „from“ wird ein Zeitpunkt erwartet wie $1'],
  [/^expected "count", a number from (\d+) to (\d+)$/, 'als „count“ wird eine Zahl von $1 bis $2 erwartet'],
];
