/**
 * Do the words of a call repeat outside text, or do they say what the owner said?
 *
 * Compared are words in order, without case, accents and signs. A text is taken for repeated where two words that carry
 * meaning, or three words of any kind, stand in it side by side as they do in the call, and they make up a part of the
 * call that matters. What is translated, encoded or put in other words is not recognized.
 */
import { plainName } from '../egress/names.ts';
import { stem, stopWords } from '../memory/words.ts';
import { fold } from '../text/writing/folding.ts';

/** From so much of a call on, repeated words count: this many, or this part of it. */
const mostRepeated = 3;
const mostRepeatedPart = 1 / 3;

/**
 * Do `texts` repeat `outside`, beyond what stands in `own` as well? The name of a host, an address or a long number counts
 * by itself; so does an address at a host that is named there, unless it stands in `own` to the letter.
 */
export function repeats(texts: readonly string[], outside: string, own: readonly string[]): boolean {
  if (namesHostOf(texts, outside, own)) return true;
  // a shell takes its signs away before anything runs
  const bare = texts.map(text => text.replace(/['"\\]/g, ''));
  return [texts, bare].some(written => repeatsWords(written, outside, own));
}

function repeatsWords(texts: readonly string[], outside: string, own: readonly string[]): boolean {
  const written = texts.map(text => wordsIn(text));
  const runs = runsOfAll(written);
  const found = runs.size === 0 ? new Set<string>() : runsIn(outside, runs);
  for (const text of own) {
    if (found.size === 0) return false;
    for (const run of runsIn(text, runs)) found.delete(run);
  }
  const meant = new Set(written.flat().filter(isMeant));
  const covered = new Set([...found].flatMap(run => run.split(' ')).filter(word => meant.has(word)));
  return covered.size > 0 && (covered.size >= mostRepeated || covered.size >= meant.size * mostRepeatedPart);
}

/** Is there a host in `texts` that `outside` names, in an address that is not the owner's to the letter? */
function namesHostOf(texts: readonly string[], outside: string, own: readonly string[]): boolean {
  const isOwn = (one: string) => own.some(text => text.includes(one));
  const links = linksIn(texts).filter(link => !isOwn(link));
  const hosts = [...links.map(hostOf), ...namesIn(texts).filter(name => !isOwn(name))];
  const others = new Set(namesIn([outside]).map(plainName));
  return hosts.some(host => {
    if (others.has(plainName(host))) return true;
    const runs = runsOfAll([wordsIn(host)]);
    return runs.size > 0 && runsIn(outside, runs).size > 0;
  });
}

/**
 * Do `args` say what the owner's own `words` say, and nothing else? Each word that carries meaning has to be the owner's,
 * in the owner's order, no three of them joined as outside text alone joins them, and a no of the owner's has to be there.
 * An address has to be the owner's to the letter: what is added to it could carry out what was read.
 */
export function saysTheSame(args: readonly string[], words: readonly string[], outside: readonly string[]): boolean {
  const meant = args.map(sayingIn);
  if (meant.flat().length === 0) return false;
  const said = saidIn(words);
  if (!args.every(text => isInOrder(tokensIn(text), said))) return false;
  if (![...linksIn(args), ...namesIn(args)].every(one => words.some(text => text.includes(one)))) return false;
  const joined = new Set(words.flatMap(text => threes(sayingIn(text))));
  const joins = meant.flatMap(threes).filter(three => !joined.has(three));
  return joins.length === 0 || !outside.some(text => threes(sayingIn(text)).some(three => joins.includes(three)));
}

/** The words of a text that say what it is about. */
function sayingIn(text: string): readonly string[] {
  return wordsIn(text).filter(one => isMeant(one) && !isNeutral(one));
}

/** Each three of them side by side. */
function threes(words: readonly string[]): readonly string[] {
  return words.slice(2).map((third, at) => `${words[at]} ${words[at + 1]} ${third}`);
}

/** The mark of a no, whichever word says it. */
const no = '¬';

/** The words of a text that carry meaning, by their stems, and each no between them. */
function tokensIn(text: string): readonly string[] {
  return rawWordsIn(text.replace(noNegation, ' ').replace(joinedNegation, ' not ')).flatMap(raw => {
    if (negations.has(raw) || /^[않못없안]/u.test(raw)) return [no];
    const one = latin(raw);
    return isMeant(one) && !isNeutral(one) ? [stem(one)] : [];
  });
}

interface Said {
  readonly token: string;
  readonly sentence: number;
}

function saidIn(words: readonly string[]): readonly Said[] {
  return words
    .flatMap(text => text.split(/[.!?;\n。！？；]+/u))
    .flatMap((text, sentence) => tokensIn(text).map(token => ({ token, sentence })));
}

/** Each stands there, one after the other, and no no is left out in a sentence of which something is taken. */
function isInOrder(wanted: readonly string[], all: readonly Said[]): boolean {
  let at = 0;
  const taken = new Set<number>();
  for (const one of wanted) {
    const found = all.findIndex(({ token }, index) => index >= at && token === one);
    if (found < 0) return false;
    taken.add(found);
    at = found + 1;
  }
  const sentences = new Set([...taken].map(index => all[index]?.sentence));
  return all.every(({ token, sentence }, index) => token !== no || taken.has(index) || !sentences.has(sentence));
}

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+/gu;

/**
 * In order and folded, look-alikes of Latin letters as these; figures in groups are one number; in scripts without spaces
 * a sign is a word.
 */
export function wordsIn(text: string): string[] {
  return rawWordsIn(text).map(latin);
}

function rawWordsIn(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?<=\d)[ .\-/](?=\d)/g, '');
  return fold(plain).match(word) ?? [];
}

/** As it looks: letters of Cyrillic and Greek that look like Latin ones are taken for these. */
function latin(one: string): string {
  return one.replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, sign => lookAlikes[sign] ?? sign);
}

const lookAlikes: Readonly<Record<string, string>> = {
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ѕ: 's', ј: 'j', ԁ: 'd', һ: 'h' },
  ...{ к: 'k', м: 'm', т: 't', в: 'b', н: 'h' },
  ...{ ο: 'o', α: 'a', ν: 'v', ι: 'i', κ: 'k', ρ: 'p', τ: 't', υ: 'u', χ: 'x' },
};

/** Does a word carry meaning? */
function isMeant(one: string): boolean {
  return !stopWords.has(one);
}

/** Whom a sentence is about: the model words that itself where the owner said "I". */
export function isNeutral(one: string): boolean {
  return neutral.has(one);
}

const neutral: ReadonlySet<string> = new Set(
  'owner owners user users besitzer besitzers nutzer fact preference procedure episode reminder erinnerung say true false named called name likes heisst heisse mag'.split(
    ' ',
  ),
);

/** Words of a no that deny nothing of what is said. */
const noNegation =
  /^\s*(?:no|nope|nein|non|nee|nej|não|нет)\s*[,.!]|(?:don['’]?t|do not|never) forget|vergiss (?:bitte )?(?:nicht|nie)|nicht (?:zu )?vergessen|n['’]oublie pas|no (?:te )?olvides/giu;
/** A no that is no word of its own. */
const joinedNegation = /n['’]t\b|\bn['’](?=\p{L})|ない|ません|なかった|なく|ずに|ไม่|ห้าม|อย่า/giu;

/** In the languages that owners are known to write, folded; in scripts without spaces the signs that say it. */
const negations: ReadonlySet<string> = new Set(
  [
    'not no never none nobody nothing neither nor without avoid except cannot',
    'nicht nichts nie niemals niemand kein keine keinen keinem keiner keines ohne weder',
    'ne pas jamais aucun aucune sans rien personne nunca jamas ningun ninguna sin nada nadie',
    'senza nessun nessuno niente nao sem nenhum nenhuma niet geen nooit zonder inte ingen aldrig utan ikke ingen aldri uten',
    'nie nigdy bez ani degil yok не нет никогда без ни',
    '不 没 沒 别 別 勿 未 無 无 莫 非 否',
  ]
    .join(' ')
    .split(' '),
);

/** Words side by side that together say something, as one text; and single words that name one thing alone. */
function* runsOf(words: readonly string[]): Generator<string> {
  for (const [at, first] of words.entries()) {
    const [, second, third] = words.slice(at, at + 3);
    if (isTelling(first)) yield first;
    if (second === undefined) return;
    if (isMeant(first) && isMeant(second)) yield `${first} ${second}`;
    else if (third !== undefined && [first, second, third].some(isMeant)) yield `${first} ${second} ${third}`;
  }
}

function runsOfAll(texts: readonly (readonly string[])[]): ReadonlySet<string> {
  return new Set(texts.flatMap(words => [...runsOf(words)]));
}

/** A long number, or letters and figures mixed: an account, a key, an id. */
function isTelling(one: string): boolean {
  return one.length >= 6 && /\d/.test(one);
}

/** Which of these runs stand in a text. */
function runsIn(text: string, runs: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  let [before, last] = ['', ''];
  for (const one of wordsIn(text)) {
    for (const run of [one, `${last} ${one}`, `${before} ${last} ${one}`]) if (runs.has(run)) found.add(run);
    [before, last] = [last, one];
  }
  return found;
}

function linksIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap(text => text.match(/\b[a-z][a-z\d+.-]{1,12}:[^\s"'<>]{1,2000}/giu) ?? []);
}

/** As the network would read it; empty where it is no address. */
function hostOf(link: string): string {
  return URL.parse(link)?.hostname ?? '';
}

/** Names of hosts and mail addresses that stand in no link. */
function namesIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap(
    text =>
      text.match(/(?:[\p{L}\p{M}\p{N}_-]{1,63}[.。．｡]){1,10}\p{L}{2,24}|[\w.+-]{1,64}@[\p{L}\w.-]{1,253}/giu) ?? [],
  );
}
