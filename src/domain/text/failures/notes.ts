/**
 * Notes that are kept as English texts where nobody knows who will read them: of an undo, and of the jobs that Straylight
 * has of its own. Each is found by its whole form.
 */
const german: readonly (readonly [RegExp, string])[] = [
  [/^The database was copied to (.+)\.$/, 'Die Datenbank liegt als Kopie in $1.'],
  [/^The audit chain is whole: (\d+) rows?\.$/, 'Die Audit-Kette ist unversehrt. Zeilen: $1.'],
  [
    /^the audit chain is broken: ([\s\S]+); "straylight audit verify" says more$/,
    'die Audit-Kette ist beschädigt: $1; „straylight audit verify“ sagt mehr',
  ],
  [
    /^Memories: (\d+) merged, (\d+) archived, (\d+) linked, (\d+) contradicting another\.$/,
    'Erinnerungen: zusammengeführt $1, abgelegt $2, verbunden $3, im Widerspruch zu einer anderen $4.',
  ],
  [/^putting the memories in order ended \w+$/, 'das Ordnen der Erinnerungen kam nicht zu seinem Ende'],
  [
    /^Calls of turns? (.+) ran at the same time, so some of this may be theirs\.$/,
    'Zur selben Zeit liefen Aufrufe von Runde $1; manches hier stammt vielleicht von ihnen.',
  ],
  [
    /^The program ended while a call of this turn ran: all that changed until the next start is listed here\.$/,
    'Das Programm endete, während ein Aufruf dieser Runde lief: Hier stehen alle Änderungen bis zum nächsten Start.',
  ],
  [
    /^Not kept for undo: (.+) and (\d+) more \((.+)\)\.$/,
    'Lässt sich nicht rückgängig machen: $1 und $2 weitere ($3).',
  ],
  [/^Not kept for undo: (.+) \((.+)\)\.$/, 'Lässt sich nicht rückgängig machen: $1 ($2).'],
  [
    /^The workspace has more than (\d+) files; those beyond are not kept for undo\.$/,
    'Der Arbeitsordner hat mehr als $1 Dateien; die übrigen lassen sich nicht rückgängig machen.',
  ],
];

const whys: readonly (readonly [string, string])[] = [
  ['larger than [undo] max_file_mb', 'größer als [undo] max_file_mb'],
  ['[undo] max_mb is reached', '[undo] max_mb ist erreicht'],
  ['too little of the disk is free', 'auf der Platte ist zu wenig frei'],
  ['not readable', 'nicht lesbar'],
  ['it was written while it was read', 'es wurde geschrieben, während es gelesen wurde'],
];

/** The note in German; any other text as it is. */
export function noteInGerman(text: string): string {
  const [form, words] = german.find(([one]) => one.test(text)) ?? [];
  if (form === undefined || words === undefined) return text;
  const said = text.replace(form, words);
  const why = whys.find(([english]) => said.endsWith(` (${english}).`));
  return why === undefined ? said : said.replace(`(${why[0]}).`, `(${why[1]}).`);
}
