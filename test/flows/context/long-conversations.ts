/** Forty long conversations: a fact early, often corrected, among distractors; asked for late. In English and German. */

export interface LongConversation {
  readonly name: string;
  /** Said early. */
  readonly fact: string;
  /** Said a little later: from then on this holds. */
  readonly correction?: string;
  /** Like the fact, and about something else. */
  readonly distractor: string;
  readonly question: string;
}

type Row = readonly [fact: string, correction: string, distractor: string, question: string];

const english: readonly Row[] = [
  ['My boat is called Walross.', '', 'The boat of my neighbour is called Seehund.', 'What is my boat called?'],
  [
    'My dentist is Dr. Abel.',
    'Correction: my dentist is Dr. Kern now.',
    'My doctor is Dr. Voss.',
    'Who is my dentist?',
  ],
  [
    'The door code of the office is 4711.',
    '',
    'The code of the bicycle shed is 2290.',
    'What is the door code of the office?',
  ],
  [
    'My sister lives in Bergen.',
    'Correction: my sister lives in Tromsø now.',
    'My brother lives in Malmö.',
    'Where does my sister live?',
  ],
  ['I am allergic to hazelnuts.', '', 'My colleague is allergic to pollen.', 'What am I allergic to?'],
  [
    'The budget for the kitchen is 8200 euros.',
    'Correction: the budget for the kitchen is 9100 euros.',
    'The budget for the bath is 5100 euros.',
    'What is the budget for the kitchen?',
  ],
  [
    'The wifi password of the cabin is written on the blue card.',
    '',
    'The wifi password of the flat is written on the router.',
    'Where is the wifi password of the cabin written?',
  ],
  [
    'My passport expires on 12 May 2031.',
    '',
    'My driving licence expires on 3 June 2029.',
    'When does my passport expire?',
  ],
  [
    'The spare key hangs behind the clock.',
    'Correction: the spare key hangs behind the barometer.',
    'The cellar key hangs behind the door.',
    'Where does the spare key hang?',
  ],
  ['My favourite tea is lapsang.', '', 'The favourite tea of my guest is rooibos.', 'What is my favourite tea?'],
  [
    'The meeting with the bank is on Tuesday at 9:40.',
    'Correction: the meeting with the bank is on Thursday at 11:20.',
    'The meeting with the school is on Monday at 8:15.',
    'When is the meeting with the bank?',
  ],
  [
    'The engine takes oil of type 5W-40.',
    '',
    'The mower takes oil of type 10W-30.',
    'What type of oil does the engine take?',
  ],
  [
    'The invoice number of the roof is R-20931.',
    '',
    'The invoice number of the fence is F-10377.',
    'What is the invoice number of the roof?',
  ],
  [
    'My cat is called Mo.',
    'Correction: my cat is called Momo.',
    'The cat of my aunt is called Lissy.',
    'What is my cat called?',
  ],
  ['The tent is for 3 people.', '', 'The car is for 7 people.', 'For how many people is the tent?'],
  ['My shoe size is 43.', '', 'The shoe size of my son is 38.', 'What is my shoe size?'],
  [
    'The project is called Heron.',
    'Correction: the project is called Kingfisher.',
    'The other project is called Swallow.',
    'What is the project called?',
  ],
  ['The server stands in Leipzig.', '', 'The backup stands in Basel.', 'Where does the server stand?'],
  [
    'My reader number at the library is 55813.',
    '',
    'My customer number at the shop is 90412.',
    'What is my reader number at the library?',
  ],
  [
    'The train to Graz leaves from platform 8.',
    'Correction: the train to Graz leaves from platform 12.',
    'The train to Linz leaves from platform 3.',
    'From which platform does the train to Graz leave?',
  ],
];

const german: readonly Row[] = [
  ['Mein Hund heißt Bruno.', '', 'Der Hund der Nachbarin heißt Kasimir.', 'Wie heißt mein Hund?'],
  ['Meine Steuernummer endet auf 7714.', '', 'Meine Kontonummer endet auf 2205.', 'Worauf endet meine Steuernummer?'],
  [
    'Der Zähler im Keller hat die Nummer 88-120.',
    '',
    'Der Zähler im Hof hat die Nummer 88-431.',
    'Welche Nummer hat der Zähler im Keller?',
  ],
  [
    'Meine Tochter wohnt in Jena.',
    'Berichtigung: Meine Tochter wohnt jetzt in Halle.',
    'Mein Neffe wohnt in Gera.',
    'Wo wohnt meine Tochter?',
  ],
  ['Ich vertrage keine Walnüsse.', '', 'Mein Kollege verträgt keine Erdbeeren.', 'Was vertrage ich nicht?'],
  [
    'Die Miete beträgt 940 Euro.',
    'Berichtigung: Die Miete beträgt 985 Euro.',
    'Die Garage kostet 60 Euro.',
    'Wie hoch ist die Miete?',
  ],
  [
    'Der Ersatzschlüssel liegt unter dem Amboss.',
    '',
    'Der Gartenschlüssel liegt unter der Bank.',
    'Wo liegt der Ersatzschlüssel?',
  ],
  [
    'Mein Ausweis läuft am 4. März 2030 ab.',
    '',
    'Mein Führerschein läuft am 9. Juli 2028 ab.',
    'Wann läuft mein Ausweis ab?',
  ],
  [
    'Der Termin beim Notar ist am Freitag um 14:30.',
    'Berichtigung: Der Termin beim Notar ist am Montag um 10:10.',
    'Der Termin beim Friseur ist am Mittwoch um 16:00.',
    'Wann ist der Termin beim Notar?',
  ],
  [
    'Mein Lieblingskuchen ist Zwetschgendatschi.',
    '',
    'Der Lieblingskuchen meines Onkels ist Bienenstich.',
    'Was ist mein Lieblingskuchen?',
  ],
  [
    'Das Auto braucht Reifen der Größe 195/65.',
    '',
    'Der Anhänger braucht Reifen der Größe 155/80.',
    'Welche Reifengröße braucht das Auto?',
  ],
  [
    'Das Projekt heißt Eisvogel.',
    'Berichtigung: Das Projekt heißt Rohrdommel.',
    'Das andere Projekt heißt Graureiher.',
    'Wie heißt das Projekt?',
  ],
  ['Die Versicherungsnummer ist V-66120.', '', 'Die Kundennummer ist K-31877.', 'Wie lautet die Versicherungsnummer?'],
  [
    'Unser Boot liegt am Steg 14.',
    'Berichtigung: Unser Boot liegt am Steg 21.',
    'Das Boot von Jan liegt am Steg 9.',
    'An welchem Steg liegt unser Boot?',
  ],
  ['Meine Schuhgröße ist 41.', '', 'Die Schuhgröße meines Bruders ist 46.', 'Welche Schuhgröße habe ich?'],
  ['Der Ofen heizt bis 270 Grad.', '', 'Der Grill heizt bis 310 Grad.', 'Bis wie viel Grad heizt der Ofen?'],
  [
    'Das Fest findet in der Scheune statt.',
    'Berichtigung: Das Fest findet in der Mühle statt.',
    'Der Flohmarkt findet in der Halle statt.',
    'Wo findet das Fest statt?',
  ],
  ['Meine Hausärztin heißt Frau Dr. Lindner.', '', 'Mein Zahnarzt heißt Herr Dr. Pohl.', 'Wie heißt meine Hausärztin?'],
  [
    'Der Zug nach Ulm fährt auf Gleis 5.',
    'Berichtigung: Der Zug nach Ulm fährt auf Gleis 11.',
    'Der Zug nach Bonn fährt auf Gleis 2.',
    'Auf welchem Gleis fährt der Zug nach Ulm?',
  ],
  ['Die Bienen stehen am Südhang.', '', 'Die Hühner stehen am Bach.', 'Wo stehen die Bienen?'],
];

const rowsOf = (language: string, rows: readonly Row[]): readonly LongConversation[] =>
  rows.map(([fact, correction, distractor, question], at) => {
    const spoken = { name: `${language}-${at + 1}`, fact, distractor, question };
    return correction === '' ? spoken : Object.assign(spoken, { correction });
  });

export const longConversations: readonly LongConversation[] = [...rowsOf('en', english), ...rowsOf('de', german)];
