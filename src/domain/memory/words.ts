/**
 * From a text to the words it is about: folding, endings, stop words. English and German here, other languages in
 * language/.
 */
import { fold } from '../text/writing/folding.ts';
import { segmentsOf } from '../text/writing/segments.ts';
import { isFunctionWord, type LatinLanguage, latinLanguage } from './language/function-words.ts';
import { foreignStem } from './language/stems.ts';

/** One word of a text. `text` is as written, lower case; `stem` is what two forms of it share. */
export interface Word {
  readonly text: string;
  readonly stem: string;
  /** It says nothing about the subject (`the`, `what`, `ist`). */
  readonly stop: boolean;
  /** Of another script or language, so that what is known of English and German says nothing of it. */
  readonly isForeign: boolean;
}

/**
 * The words of a text in order; apostrophe endings (`'s`, `n't`) are gone. At most 400: what follows is not looked at.
 */
export function wordsOf(text: string): readonly Word[] {
  const cleaned = withoutEndings(text.normalize('NFC').toLowerCase()).replace(/\b(?:kind|sort|type)s? of\b/gu, ' ');
  const words: string[] = [];
  for (const segment of segmentsOf(cleaned)) {
    words.push(segment.text);
    if (words.length === mostWords) break;
  }
  const isCommon = words.map(word => stopWords.has(fold(word)));
  const language = latinLanguage(words, isCommon.filter(Boolean).length);
  return words.map((word, at) => ({
    text: word,
    stem: stemIn(word, language),
    stop: (language === undefined && isCommon[at] === true) || isFunctionWord(word, language),
    isForeign: language !== undefined || word.charCodeAt(0) >= firstOtherScript,
  }));
}

const mostWords = 400;
/** Before it stand Latin letters, with accents and without. */
const firstOtherScript = 0x250;

/** Without the apostrophe endings of English. */
export function withoutEndings(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}])['’](?:s|t|d|ll|re|ve|m)(?![\p{L}\p{N}])/giu, ' ');
}

/** The words that say what a text is about; when it has nothing but stop words, none. */
export function contentWords(text: string): readonly Word[] {
  return wordsOf(text).filter(word => !word.stop);
}

/**
 * What the forms of a word have in common. Cruder than a linguist's stemmer and the same for English and German; two
 * different words that end up alike cost a little rank, two forms that do not cost the answer.
 */
export function stem(word: string): string {
  return stemIn(word, undefined);
}

function stemIn(word: string, language: LatinLanguage | undefined): string {
  const folded = fold(word);
  const foreign = foreignStem(folded, language);
  if (foreign !== undefined) return foreign;
  const irregular = irregulars[folded];
  if (irregular !== undefined) return irregular;
  if (folded.length <= 3 || /\d/.test(folded)) return folded;
  let form = folded;
  if (form.endsWith('ies') && form.length > 4) form = `${form.slice(0, -3)}y`;
  else if (/(?:ss|x|ch|sh)es$/.test(form)) form = form.slice(0, -2);
  else if (/[^siu]s$/.test(form)) form = form.slice(0, -1);
  for (const [ending, least] of endings) {
    if (form.length < ending.length + least || !form.endsWith(ending)) continue;
    const rest = form.slice(0, -ending.length);
    if (!/[aeiouy]/.test(rest)) continue;
    form = /([bdfgklmnprt])\1$/.test(rest) && rest.length > 3 ? rest.slice(0, -1) : rest;
    break;
  }
  return form;
}

/** Each with how much of a word has to stand before it. */
const endings = [
  ...[['ing', 3] as const, ['ed', 3] as const, ['ern', 4] as const, ['en', 4] as const],
  ...[['em', 4] as const, ['er', 4] as const, ['n', 3] as const, ['e', 3] as const],
];

/** Forms no ending explains, and words whose regular stem would be another word's. */
// biome-ignore format: a table
const irregulars: Readonly<Record<string, string>> = {
  fare: 'fare', called: 'called', number: 'number', sister: 'sister', letter: 'letter', dinner: 'dinner', summer: 'summer', winter: 'winter',
  water: 'water', paper: 'paper', papers: 'paper', server: 'server', feed: 'feed', wedding: 'wedding', building: 'building',
  morning: 'morning', evening: 'evening', sing: 'sing', ring: 'ring', spring: 'spring', bring: 'bring', red: 'red', bed: 'bed',
  children: 'child', kinder: 'kind', feet: 'foot', teeth: 'tooth', mice: 'mouse', men: 'man', women: 'woman', lives: 'liv',
  bought: 'buy', met: 'meet', ate: 'eat', eaten: 'eat', flew: 'fly', flies: 'fly', went: 'go', wore: 'wear', spoke: 'speak',
  sold: 'sell', kept: 'keep', slept: 'sleep', wrote: 'write', written: 'write', drank: 'drink', drove: 'driv', swam: 'swim',
  ran: 'run', studies: 'study', studied: 'study', married: 'marry', marries: 'marry', hated: 'hate', hates: 'hate', hate: 'hate',
};

/** Words that say nothing of a subject, folded. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the this that these those there here it its i me my mine myself we us our ours you your yours he him his she her hers they them their theirs
  and or but if so as than then of in on at to for from by with without about into onto over under out off up down between during until till since
  is am are was were be been being do does did done doing don doesn didn isn wasn aren haven hasn couldn wouldn shouldn won has have had having can could will would shall should may might must need
  what which who whom whose when where why how much many any some all every each no not none only just also too very really still again ever
  get gets got getting go goes going come comes take takes took taken make makes made give use uses used using put
  tell told say said know knows knew please thing things anything something everything stuff one ones way time
  kind sort information info detail details exactly currently now usually again s t d ll re ve m
  remember recall memory memories search looking look
  der die das den dem des ein eine einen einem einer eines ich mich mir mein meine meinen meinem meiner meines du dich dir dein deine deinen deinem deiner
  er ihn ihm sein seine seinen seinem seiner sie ihr ihre ihren ihrem ihrer es wir uns unser unsere unseren unserem unserer ihr euch euer man
  und oder aber wenn dass ob als wie so auch noch nur sehr mal doch denn da dort hier
  ist bin bist sind seid war waren warst wird werden wurde wurden worden sein gewesen hat habe hast haben hatte hatten
  kann kannst konnen konnte muss musst mussen soll sollen darf tun tut tue macht mache machen gemacht
  was wer wen wem wessen wann wo woher wohin womit warum wieso welche welcher welches welchen welchem wieviel viel viele alle alles jede jeder jedes jeden
  in im am an auf aus bei beim bis durch fur gegen nach mit ohne um unter uber vom von vor zu zum zur zwischen seit
  nicht bitte sag sage mir weisst weiss gibt etwas nichts sich eigentlich gerade jetzt also dann`.split(/\s+/),
);
