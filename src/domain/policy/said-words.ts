/**
 * Does a text say what the owner's own words say, and nothing else?
 *
 * Each sentence of it has to stand in one of the owner's, word by word and with nothing left out between: from the
 * beginning of that sentence, from a colon, or from behind the words that ask for it ("remember that", "remind me at 9
 * to"). Free are articles, the forms of "to be", and whom it is about, since the model writes "the owner" where the owner
 * said "I". A no or an only of that sentence must not be lost, and each number stands there as it is written.
 */
import { stem } from '../memory/words.ts';
import { fold } from '../text/writing/folding.ts';

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+/gu;

/**
 * In order and folded, look-alikes of Latin letters as these; figures in groups are one number; in scripts without spaces
 * a sign is a word.
 */
export function wordsIn(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?<=\d)[ .\-/](?=\d)/g, '');
  return [...(fold(plain).match(word) ?? [])].map(latin);
}

/** As it looks: letters of Cyrillic and Greek that look like Latin ones are taken for these. */
function latin(one: string): string {
  return one.replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, sign => lookAlikes[sign] ?? sign);
}

const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  ԁ: 'd',
  һ: 'h',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  ο: 'o',
  α: 'a',
  ν: 'v',
  ι: 'i',
  κ: 'k',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
};

/** Whom a sentence is about: the model words that itself where the owner said "I". */
export function isNeutral(one: string): boolean {
  return neutral.has(one);
}

const neutral: ReadonlySet<string> = new Set(
  'owner owners user users besitzer besitzers nutzer fact preference procedure episode reminder erinnerung say true false named called name likes heisst heisse mag'.split(
    ' ',
  ),
);

/** The mark of a no, whichever word says it; of what else limits a sentence; and of where what is asked for begins. */
const [no, limit, begin] = ['¬', '⊂', '|'];

export function isSaidWhole(args: readonly string[], words: readonly string[]): boolean {
  const wanted = args
    .flatMap(sentencesIn)
    .map(tokensIn)
    .filter(one => one.length > 0);
  if (wanted.length === 0) return false;
  const numbers = new Set(words.flatMap(numbersIn));
  if (!args.flatMap(numbersIn).every(one => numbers.has(one))) return false;
  const said = words.flatMap(sentencesIn).filter(isSaying).map(tokensIn);
  let from = 0;
  return wanted.every(one => {
    const found = said.findIndex((sentence, at) => at >= from && holds(sentence, one));
    if (found < 0) return false;
    from = found;
    return true;
  });
}

/** Does a sentence of the owner's hold these words side by side, from a place where something begins? */
function holds(sentence: readonly string[], wanted: readonly string[]): boolean {
  const isOpen = (tokens: readonly string[]) => tokens.includes(no) || tokens.includes(limit);
  for (let at = 0; at < sentence.length; at++) {
    if (at > 0 && sentence[at - 1] !== begin) continue;
    const before = sentence.slice(0, at);
    const behind = sentence.slice(at).filter(token => token !== begin);
    if (isOpen(before)) continue;
    if (wanted.every((one, index) => behind[index] === one) && !isOpen(behind.slice(wanted.length))) return true;
    // "dass ich keinen Tee mag": in a sentence of its own the verb goes to the front
    const verb = behind.at(-1) ?? '';
    if ([verb, ...behind.slice(0, -1)].join(' ') === wanted.join(' ')) return true;
  }
  return false;
}

function sentencesIn(text: string): readonly string[] {
  return text.match(/[^.!?;\n。！？；]+(?:\.(?=\S)[^.!?;\n。！？；]*)*[?？]?/gu) ?? [];
}

/** A question says nothing, unless it is how one asks for something. */
function isSaying(sentence: string): boolean {
  return !/[?？]$/.test(sentence) || request.test(sentence);
}

const request =
  /^\W*(?:(?:please|bitte|and|und|ok|hey)\W+)*(?:(?:can|could|would|will) you|kannst du|könntest du|würdest du)(?!\p{L})/iu;

/** The words of a sentence that count, by their stems. */
function tokensIn(text: string): readonly string[] {
  const marked = text
    .replace(answeringNo, ' ')
    .replace(keeping, ` ${begin} `)
    .replace(joinedNegation, ' not ')
    .replace(asking, ` ${begin} `)
    .replace(/:(?!\S)/g, ` ${begin} `);
  return (fold(marked.normalize('NFKC')).match(tokenForm) ?? []).flatMap(raw => {
    if (raw === begin) return [begin];
    const [one = raw] = wordsIn(raw);
    if (negations.has(raw) || /^[않못없안]/u.test(raw)) return [no];
    if (limits.has(raw)) return [limit];
    return free.has(one) ? [] : [stem(one)];
  });
}

const tokenForm = new RegExp(`\\||${word.source}`, 'gu');

/** Whatever has a figure in it, as it is written. */
function numbersIn(text: string): readonly string[] {
  const chunks =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[^\s"'“”„«»()[\]{}]*\p{N}[^\s"'“”„«»()[\]{}]*(?:\s?[%€$£])?/gu) ?? [];
  return chunks.map(one => one.replace(/[.,:;!?。，]+$/u, ''));
}

/** What asks to keep something, up to where that begins. */
const asking =
  /(?<!\p{L})(?:(?:remember|memori[sz]e|note|save|merke? dir|merken|notiere?|speichere?|behalte?|erinnere? dich)(?:\s+(?:that|dass|down|this|das|daran|bitte|for me))*|(?:remind me|wake me|tell me|erinnere? mich|wecke? mich|sage? mir)(?:\s+\S+){0,12}?\s+(?:to|of|about|that|an|daran|dass|zu)|(?:every|each|jede[nrsm]?)(?:\s+\S+){1,8}?\s+(?:say|sage?)|it is my goal to|my goal is to|(?:add|set) (?:a |the )?goal(?: to)?|(?:cancel|delete|remove|stop|end|drop|forget|erase|complete|finish|vergiss|lösche?|streiche?|entferne?|beende|stoppe?|sage?(?=\s.*\sab(?!\p{L}))|(?:can|could|would|will) you|kannst du|könntest du|würdest du)(?:\s+(?:please|bitte|the|my|that|a|an|job|jobs|goal|reminder|memory|fact|appointment|to|for|of|about|die|den|das|der|mein\w*|dass|job|ziel|erinnerung|termin|ans?|am))*)(?!\p{L})|记住|覚えて|기억해/giu;

/** What may be added and left out. */
const free: ReadonlySet<string> = new Set(
  [
    'a an the der die das den dem des ein eine einen einem einer eines le la les un une des el los las una o os as il lo gli',
    'i me my mine myself we us our ours s owner owners user users besitzer besitzers besitzerin nutzer fact true',
    'ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer',
    'is am are be been being m re do does has have ist bin bist sind seid hat habe haben heisst heisse',
    'that dass please bitte add drop complete je j mon ma mes est suis que yo mi mis es soy',
    '我 的 们 是',
  ]
    .join(' ')
    .split(' '),
);

/** What makes less of a sentence. */
const limits: ReadonlySet<string> = new Set(
  'only if unless until till except may might maybe perhaps whether once nur wenn falls ob ausser bis vielleicht sobald sofern solange'.split(
    ' ',
  ),
);

/** A no that answers what was said before. */
const answeringNo = /^\s*(?:no|nope|nein|non|nee|nej|não|нет)\s*[,.!]/iu;
/** Words of a no that ask to keep something. */
const keeping =
  /(?:don['’]?t|do not|never) forget(?: that)?|vergiss (?:bitte )?(?:nicht|nie)(?:,? dass)?|nicht (?:zu )?vergessen(?:,? dass)?|n['’]oublie pas|no (?:te )?olvides/giu;
/** A no that is no word of its own. */
const joinedNegation = /n['’]t\b|\bn['’](?=\p{L})|ない|ません|なかった|なく|ずに|ไม่|ห้าม|อย่า/giu;

/** In the languages that owners are known to write, folded; in scripts without spaces the signs that say it. */
const negations: ReadonlySet<string> = new Set(
  [
    'not no never none nobody nothing neither nor without avoid except cannot',
    'nicht nichts nie niemals niemand kein keine keinen keinem keiner keines ohne weder',
    'ne pas jamais aucun aucune sans rien personne nunca jamas ningun ninguna sin nada nadie',
    'senza nessun nessuno niente nao sem nenhum nenhuma niet geen nooit zonder inte ingen aldrig utan ikke aldri uten',
    'nie nigdy bez ani degil yok не нет никогда без ни',
    '不 没 沒 别 別 勿 未 無 无 莫 非 否',
  ]
    .join(' ')
    .split(' '),
);
