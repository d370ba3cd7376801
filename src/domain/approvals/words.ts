/**
 * The word that a yes to what cannot be undone has to name, and the three it stands among where it is chosen and not
 * typed.
 *
 * Plain, short, and unlike one another, so that a thumb that goes on tapping is wrong three times in four. Which it is
 * follows from the card's nonce, so the chart and every channel find the same one; it is no secret, it only wants to be
 * read.
 */
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';

export interface ApprovalWords {
  readonly word: string;
  /** The word among three others, in the order to be shown. */
  readonly choices: readonly string[];
}

/** The words of one card. */
export function approvalWords(nonce: string, language: Language): ApprovalWords {
  const rows: number[] = [];
  for (let at = 0; rows.length < 4; at += 1) {
    const row = pick(`${nonce}/${at}`, words.length);
    if (!rows.includes(row)) rows.push(row);
  }
  const place = pick(`${nonce}/place`, 4);
  const [word = 0, ...others] = rows;
  const order = [...others.slice(0, place), word, ...others.slice(place)];
  const column = columns[language];
  return { word: words[word]?.[column] ?? '', choices: order.map(row => words[row]?.[column] ?? '') };
}

/** Typed by hand: upper and lower case are one, blanks around a word do not count. */
export function isSameWord(said: string, word: string): boolean {
  const plain = (text: string) => text.normalize('NFC').trim().toLowerCase();
  return plain(said) === plain(word);
}

/** A number below `most` that follows from the text: FNV-1a, its bits stirred once more. */
function pick(text: string, most: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % most;
}

/** English and German. None is a yes, a no or a thing one might want done. */
const words: readonly (readonly [en: string, de: string])[] = [
  ['anchor', 'Anker'],
  ['bridge', 'Brücke'],
  ['candle', 'Kerze'],
  ['desert', 'Wüste'],
  ['eagle', 'Adler'],
  ['forest', 'Wald'],
  ['garden', 'Garten'],
  ['harbour', 'Hafen'],
  ['island', 'Insel'],
  ['jacket', 'Jacke'],
  ['kettle', 'Kessel'],
  ['ladder', 'Leiter'],
  ['marble', 'Marmor'],
  ['needle', 'Nadel'],
  ['orchard', 'Obstgarten'],
  ['pepper', 'Pfeffer'],
  ['quarry', 'Steinbruch'],
  ['ribbon', 'Schleife'],
  ['saddle', 'Sattel'],
  ['thunder', 'Donner'],
  ['umbrella', 'Schirm'],
  ['violin', 'Geige'],
  ['window', 'Fenster'],
  ['yogurt', 'Joghurt'],
  ['zebra', 'Zebra'],
  ['apple', 'Apfel'],
  ['button', 'Knopf'],
  ['copper', 'Kupfer'],
  ['drum', 'Trommel'],
  ['feather', 'Feder'],
  ['glove', 'Handschuh'],
  ['honey', 'Honig'],
  ['ivory', 'Elfenbein'],
  ['jungle', 'Dschungel'],
  ['lemon', 'Zitrone'],
  ['meadow', 'Wiese'],
  ['oyster', 'Auster'],
  ['pillow', 'Kissen'],
  ['raven', 'Rabe'],
  ['silver', 'Silber'],
  ['turtle', 'Schildkröte'],
  ['velvet', 'Samt'],
  ['walnut', 'Walnuss'],
  ['carpet', 'Teppich'],
  ['mirror', 'Spiegel'],
  ['basket', 'Korb'],
  ['tower', 'Turm'],
  ['river', 'Fluss'],
];

/** The languages of a row; where another language has none, its owner types the English one. */
const columns = catalog('domain/approvals/words', { en: 0, de: 1 });
