/**
 * What the forms of a word have in common, in languages beside English and German: crude, and the same for both sides of
 * a comparison. Two words that end up alike cost a little rank, two forms that do not cost the answer.
 */
import { fold } from '../../text/writing/folding.ts';
import { isHangul } from '../../text/writing/scripts.ts';
import type { LatinLanguage } from './function-words.ts';

interface Endings {
  /** Longest first. */
  readonly list: readonly string[];
  /** So much of a word has to stand before one. */
  readonly least: number;
  /** So many may follow each other. */
  readonly rounds: number;
}

function endings(list: string, least: number, rounds = 1): Endings {
  const folded = new Set(list.split(/\s+/).map(fold));
  return { list: [...folded].sort((a, b) => b.length - a.length), least, rounds };
}

const russian = endings(
  `иями ями ами иях ях ах иям ям ам иев ев ов ого его ому ему ыми ими ых их ым им ом ем ою ею ой ей ая яя ое ее ые ие ый ий ую юю ия ья
   ию ью ии ьи ью и ы у ю а я о е ь й ить ать ять еть уть ишь ешь ит ет ят ют ут ат ает яет уют ует ал ала али ил ила или ел ела ели
   лся лась лись ится ется ются утся аются`,
  3,
);
const arabic = endings('تها تهم تنا تكم تي تك ها ان ات ون ين يه ته هم نا كم ي ه ا', 3, 2);
const hindi = endings('ियों ियाँ ियां ाओं ुओं ाएँ ाएं ों ें ीं ाँ ां एँ एं ो े ी ा ि ता ती ते ना ने नी', 2);
const korean = endings(
  `에서는 에서 에게서 에게 한테 께서 으로는 으로 로 은 는 이 가 을 를 의 에 에는 에도 와 과 도 만 까지 부터 마다 보다 처럼 이라고 라고 이나 나 이랑 랑 하고
   이다 입니다 이에요 예요 이야 야 인가요 인가 이지 지 들 들은 들이 습니다 합니다 했습니다 했어 했다 해요 한다 하다 하는 하지 해 어요 아요 었다 았다 었어 았어 있어
   있습니다 니 나요 까`,
  1,
  2,
);
const latin: Readonly<Record<LatinLanguage, Endings>> = {
  french: endings(
    'ements ement ment ations ation euses euse eurs eur ives ive ifs if ées ée és é es s x e er ez ent ons ait ais aient ir it is',
    4,
  ),
  spanish: endings(
    'mente aciones ación adores ador ados adas ado ada idos idas ido ida ando iendo amos emos aron ieron ar er ir an en as es os a e o s ó é í',
    4,
  ),
  turkish: endings(
    `lar ler ım im um üm ın in un ün ı i u ü sı si su sü ımız imiz umuz ümüz mız miz muz müz ınız iniz unuz ünüz nın nin nun nün e a ye ya ne na
     yı yi yu yü nı ni nu nü de da te ta den dan ten tan nde nda nden ndan le la yle yla dır dir dur dür tır tir tur tür m n dı di du dü tı ti tu tü
     dım dim dum düm tım tim tum tüm yor ıyor iyor uyor üyor yorum ıyorum iyorum uyorum üyorum mak mek ki`,
    4,
    4,
  ),
};

const cyrillic = /^[\u0400-\u052f]/;
const arabicLetters = /^[\u0600-\u06ff]/;
const hebrewLetters = /^[\u05d0-\u05ea]/;
const devanagari = /^[\u0900-\u097f]/;

/** What stands before an Arabic word and is written with it: "and", "with", "for", "the". */
const arabicBegin = /^(?:[وف]?(?:[بك]?ال|لل)|و(?=.{4}))(?=.{2})/u;
/** The same in Hebrew, where fewer letters tell less. */
const hebrewBegin = /^(?:[וש]?[הבלמכ]|ו|ש)(?=.{4})/u;

/** The stem of a folded word; undefined where English and German rules hold. */
export function foreignStem(folded: string, language: LatinLanguage | undefined): string | undefined {
  const code = folded.charCodeAt(0);
  if (code < 0x250) return language && !/\d/.test(folded) ? latinStem(folded, language) : undefined;
  if (cyrillic.test(folded)) return without(folded, russian);
  if (arabicLetters.test(folded)) return without(folded.replace(arabicBegin, ''), arabic);
  if (hebrewLetters.test(folded)) return folded.replace(hebrewBegin, '');
  if (devanagari.test(folded)) return without(folded, hindi);
  if (isHangul(folded)) return without(folded, korean);
  return folded;
}

/** What may stand before this stem in a text, written with it; empty for most languages. */
export function attachedTo(stem: string): readonly string[] {
  if (arabicLetters.test(stem)) return ['ال', 'وال', 'بال', 'لل', 'و', 'ب', 'ل'];
  if (hebrewLetters.test(stem)) return ['ה', 'ב', 'ל', 'מ', 'ו', 'ש', 'כ', 'וה', 'שה'];
  return [];
}

function latinStem(folded: string, language: LatinLanguage): string {
  const stem = without(folded, latin[language]);
  // a Turkish word softens its last consonant before an ending, a Spanish or French one may be left with a vowel
  return language === 'turkish' ? stem.replace(/[bdg]$/, last => ({ b: 'p', d: 't', g: 'k' })[last] ?? last) : stem;
}

function without(word: string, { list, least, rounds }: Endings): string {
  let stem = word;
  for (let round = 0; round < rounds; round += 1) {
    const ending = list.find(one => stem.length >= one.length + least && stem.endsWith(one));
    if (ending === undefined) break;
    stem = stem.slice(0, -ending.length);
  }
  return stem;
}
