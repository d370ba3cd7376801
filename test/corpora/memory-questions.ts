/**
 * A thousand facts of one household and of its work, and more than three hundred questions about them in other words:
 * written by hand (memory-questions.txt) and from templates, in English and German, with names, dates, negations and
 * typing mistakes.
 *
 * Every second question is blind: it was written before the search was looked at, and what it finds is only counted.
 */
import { readFileSync } from 'node:fs';

export interface MemoryQuestion {
  readonly question: string;
  /** The fact that answers it. */
  readonly fact: string;
  readonly kind: 'by hand' | 'template' | 'typing mistake';
  readonly isBlind: boolean;
}

const people = [
  ...['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Greta', 'Hannes', 'Ida', 'Jonas'],
  ...['Klara', 'Lukas', 'Marta', 'Nina', 'Otto', 'Paula', 'Ruben', 'Sofia', 'Tom', 'Vera'],
];
const cities = ['Bern', 'Graz', 'Lyon', 'Oslo', 'Porto', 'Riga', 'Turin', 'Ulm', 'York', 'Zagreb'];
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'];
const monate = ['Jänner', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober'];
const jobs = [
  'nurse',
  'baker',
  'lawyer',
  'carpenter',
  'teacher',
  'pilot',
  'translator',
  'chemist',
  'gardener',
  'tailor',
];
const foods = ['nuts', 'shellfish', 'strawberries', 'gluten', 'soy', 'eggs', 'celery', 'mustard', 'kiwi', 'honey'];
const cars = ['Fiat', 'Volvo', 'Skoda', 'Tesla', 'Honda', 'Saab', 'Dacia', 'Mazda', 'Seat', 'Opel'];
const instruments = ['cello', 'flute', 'drums', 'harp', 'trumpet', 'guitar', 'oboe', 'violin', 'tuba', 'piano'];
const colours = ['green', 'purple', 'orange', 'black', 'yellow', 'white', 'brown', 'pink', 'grey', 'red'];
const subjects = ['law', 'physics', 'history', 'medicine', 'music', 'biology', 'geology', 'maths', 'art', 'Latin'];
const pets = ['Rex', 'Bella', 'Sam', 'Lucky', 'Nero', 'Tessa', 'Bruno', 'Luna', 'Paco', 'Milo'];
const dishes = ['Gulasch', 'Risotto', 'Lasagne', 'Sushi', 'Pizza', 'Spargel', 'Curry', 'Ramen', 'Knödel', 'Tafelspitz'];
const things = [
  'drill',
  'tent',
  'camera',
  'sledge',
  'projector',
  'raclette grill',
  'suitcase',
  'ladder',
  'skis',
  'kayak',
];

/** A fact about a person, and a question for it. `at` varies what it says. */
type Template = readonly [fact: (name: string, at: number) => string, question: (name: string, at: number) => string];

const of = (list: readonly string[], at: number) => list[at % list.length] ?? '';

const personal: readonly Template[] = [
  [(n, at) => `${n} was born on ${1 + (at % 28)} ${of(months, at * 3)} ${1950 + at}`, n => `when is ${n}'s birthday?`],
  [(n, at) => `${n} lives in ${of(cities, at * 7)}`, n => `which town is ${n}'s home?`],
  [(n, at) => `${n} works as a ${of(jobs, at * 3)}`, n => `what does ${n} do for a living?`],
  [(n, at) => `${n} is allergic to ${of(foods, at * 7)}`, n => `what must ${n} not eat?`],
  [(n, at) => `${n}'s phone number is 0664 55${10 + at}${30 + at}`, n => `how can I call ${n}?`],
  [(n, at) => `${n} drives a ${of(cars, at * 3)}`, n => `what car does ${n} have?`],
  [(n, at) => `${n} plays the ${of(instruments, at * 7)} in an orchestra`, n => `which instrument does ${n} play?`],
  [(n, at) => `${n}'s favourite colour is ${of(colours, at * 3)}`, n => `which colour does ${n} like best?`],
  [(n, at) => `${n} wears shoe size ${36 + (at % 11)}`, n => `how big are ${n}'s feet?`],
  [(n, at) => `${n}'s dog is called ${of(pets, at * 7)}`, n => `what is the name of ${n}'s dog?`],
  [(n, at) => `${n} studied ${of(subjects, at * 3)} in ${of(cities, at)}`, n => `what did ${n} learn at university?`],
  [(n, at) => `${n} is married to ${of(people, at + 7)}`, n => `who is ${n} married to?`],
  [(n, at) => `${n} borrowed my ${of(things, at)} in ${of(months, at * 7)}`, n => `what did I lend to ${n}?`],
  [(n, at) => `${n} does not drink ${at % 2 === 0 ? 'wine' : 'beer'}`, n => `which drink does ${n} refuse?`],
  [(n, at) => `${n} is afraid of ${at % 2 === 0 ? 'spiders' : 'heights'}`, n => `what is ${n} scared of?`],
  [(n, at) => `${n} hat am ${1 + (at % 28)}. ${of(monate, at * 3)} Namenstag`, n => `wann hat ${n} Namenstag?`],
  [(n, at) => `${n}s Lieblingsessen ist ${of(dishes, at * 7)}`, n => `was isst ${n} am liebsten?`],
  [(n, at) => `${n} wohnt im ${1 + (at % 9)}. Stock`, n => `in welchem Stockwerk wohnt ${n}?`],
  [(n, at) => `${n} fährt mit dem Zug um 7:${10 + at} zur Arbeit`, n => `wann nimmt ${n} die Bahn?`],
  [(n, at) => `${n} trinkt den Kaffee ${at % 2 === 0 ? 'schwarz' : 'mit Milch'}`, n => `wie trinkt ${n} Kaffee?`],
];

const projects = ['Atlas', 'Beacon', 'Comet', 'Delta', 'Ember', 'Falcon', 'Glacier', 'Harbor', 'Ivory', 'Juniper'];

const working: readonly Template[] = [
  [
    (p, at) => `the project ${p} has to be finished by ${1 + at} ${of(months, at)}`,
    p => `what is the deadline of ${p}?`,
  ],
  [(p, at) => `the budget of ${p} is ${20 + at} thousand euros`, p => `how much money is there for ${p}?`],
  [(p, at) => `${of(people, at * 3)} leads the project ${p}`, p => `who is in charge of ${p}?`],
  [(p, at) => `the client of ${p} is the company ${of(cars, at)} Trading`, p => `which customer is ${p} for?`],
  [
    (p, at) => `${p} is written in ${at % 2 === 0 ? 'Rust' : 'Kotlin'}`,
    p => `which programming language does ${p} use?`,
  ],
  [(p, at) => `the server of ${p} stands in ${of(cities, at * 3)}`, p => `where does ${p} run?`],
  [
    (p, at) => `the team of ${p} meets on ${at % 2 === 0 ? 'Mondays' : 'Thursdays'} at ten`,
    p => `when is the meeting of ${p}?`,
  ],
  [(p, at) => `the repository of ${p} is git.example/${p.toLowerCase()}${at}`, p => `where is the code of ${p}?`],
];

const devices = [
  'dishwasher',
  'dryer',
  'toaster',
  'television',
  'router',
  'freezer',
  'heater',
  'vacuum cleaner',
  'oven',
  'scanner',
];

const owned: readonly Template[] = [
  [(d, at) => `the ${d} was bought on ${1 + at} ${of(months, at * 3)} 2022`, d => `when did I get the ${d}?`],
  [(d, at) => `the ${d} cost ${200 + 37 * at} euros`, d => `how expensive was the ${d}?`],
  [
    (d, at) => `the warranty of the ${d} ends in ${of(months, at * 7)} 2027`,
    d => `how long is the guarantee on the ${d}?`,
  ],
  [(d, at) => `the serial number of the ${d} is SN${4000 + 91 * at}`, d => `what is the serial of the ${d}?`],
  [
    (d, at) => `the manual of the ${d} is in the ${at % 2 === 0 ? 'red' : 'blue'} binder`,
    d => `where are the instructions for the ${d}?`,
  ],
  [(d, at) => `the ${d} was repaired by ${of(people, at)} in ${of(months, at)}`, d => `who fixed the ${d}?`],
];

/** What nobody asks for. */
const crowd: readonly Template[] = [
  [(n, at) => `on ${1 + (at % 28)} ${of(months, at)} ${n} sent a postcard from ${of(cities, at * 3)}`, () => ''],
  [(n, at) => `${n} recommended the film number ${at + 1} of the list`, () => ''],
  [(n, at) => `${n} has a season ticket for the swimming pool in ${of(cities, at)}`, () => ''],
  [(n, at) => `${n} moved the shelf number ${at + 3} to the attic`, () => ''],
  [(n, at) => `im ${of(monate, at)} war ${n} zu Besuch und brachte ${of(dishes, at)} mit`, () => ''],
  [(n, at) => `${n} collects stamps of ${of(cities, at * 7)}`, () => ''],
  [(n, at) => `${n} won the ${at + 2}th round of the quiz`, () => ''],
  [(n, at) => `${n} painted the fence ${of(colours, at)} in ${of(months, at)}`, () => ''],
  [(n, at) => `${n} hat Abo Nummer ${300 + at} der Bücherei ${of(cities, at)}`, () => ''],
  [(n, at) => `${n} sings the ${at % 2 === 0 ? 'alto' : 'bass'} part of the ${at + 1}th song`, () => ''],
  [(n, at) => `${n} ran the ${at + 5} kilometres around ${of(cities, at)}`, () => ''],
  [(n, at) => `${n}'s jacket hangs on hook ${at + 1}`, () => ''],
  [(n, at) => `${n} ordered ${at + 2} litres of cider from ${of(cities, at)}`, () => ''],
  [(n, at) => `${n} schenkte mir im ${of(monate, at * 3)} eine Lampe`, () => ''],
  [(n, at) => `${n} sits in row ${at + 1} at the opera`, () => ''],
  [(n, at) => `${n} planted a tree on ${1 + (at % 28)} ${of(months, at * 7)}`, () => ''],
  [(n, at) => `${n} keeps bees near ${of(cities, at * 3)}`, () => ''],
];

const byHand = readFileSync(new URL('memory-questions.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => line.split(' | ') as [fact: string, question: string]);

function filled(templates: readonly Template[], names: readonly string[]) {
  return templates.flatMap(([fact, question], row) =>
    names.map((name, at) => ({ fact: fact(name, at), question: question(name, at), row, at })),
  );
}

const fromTemplates = [...filled(personal, people), ...filled(working, projects), ...filled(owned, devices)];

export const facts: readonly string[] = [
  ...new Set([
    ...byHand.map(([fact]) => fact),
    ...fromTemplates.map(({ fact }) => fact),
    ...filled(crowd, people).map(({ fact }) => fact),
  ]),
];

/** Its longest word with two letters exchanged, one left out, one twice, or another one. */
function mistyped(question: string, at: number): string {
  const longest = question.match(/[\p{L}]{5,}/gu)?.reduce((a, b) => (b.length > a.length ? b : a)) ?? '';
  const middle = Math.floor(longest.length / 2);
  const [before, one, other, after] = [
    longest.slice(0, middle - 1),
    longest[middle - 1] ?? '',
    longest[middle] ?? '',
    longest.slice(middle + 1),
  ];
  const wrong = [other + one, other, one + one + other, `${one}${other === 'r' ? 't' : 'r'}`][at % 4];
  return longest === '' ? question : question.replace(longest, `${before}${wrong}${after}`);
}

const handmade = byHand.map(([fact, question]) => ({ fact, question, kind: 'by hand' as const }));
const templated = fromTemplates
  .filter(({ row, at }) => (row * 7 + at) % 4 === 0)
  .map(({ fact, question }) => ({ fact, question, kind: 'template' as const }));
const wrong = [...byHand]
  .filter((_, at) => at % 2 === 0)
  .map(([fact, question], at) => ({ fact, question: mistyped(question, at), kind: 'typing mistake' as const }));

export const questions: readonly MemoryQuestion[] = [...handmade, ...templated, ...wrong].map((one, at) => ({
  ...one,
  isBlind: at % 2 === 0,
}));
