/**
 * Requests to write something into a file that may be there or not: a list, and lines without the name of a file. The
 * file is read first, so that nothing in it is lost: what is there already stays, and the rest is added.
 */
import {
  type Choice,
  type Earlier,
  type Intent,
  type Language,
  like,
  namedForm,
  pathForm,
  quoted,
  type Said,
  unquoted,
} from '../intent.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import { ended, fileOf, itemsIn, nominative, pathIn } from './files.ts';
import { withLines } from './lists.ts';

const anyEn = '(?:a|the|my|another) (?:new )?(?:text )?file';
const anyDe = '(?:eine|einer|die|der|meine|meiner) (?:neuen? )?(?:text)?datei';
const namedEn = `(?:(?:${anyEn}|file) (?:named |called )?`;
const namedDe = `(?:(?:${anyDe}|datei) (?:namens |mit (?:dem )?namen )?`;
/** Where it goes, before its lines and behind them. */
const beforeEn = `(?: (?:to|into|in|as) (?:${namedEn}(?<file>${pathForm})|(?:the |my )?(?<into>${namedForm}))|${anyEn}))?`;
const behindEn = `(?: (?:to|into|in|as) (?:${namedEn}(?<path>${pathForm})|(?:the |my )?(?<bare>${namedForm}))|${anyEn}))?`;
const beforeDe = `(?: (?:in|als|unter) (?:${namedDe}(?<file>${pathForm})|(?:die |meine )?(?<into>${namedForm}))|${anyDe}))?`;
const behindDe = `(?: (?:in|als|unter) (?:${namedDe}(?<path>${pathForm})|(?:die |meine )?(?<bare>${namedForm}))|${anyDe}))?`;
const items = String.raw`(?<items>${quoted}|\S[^\n]{0,2000}?)`;
/** No lines, but what came of the step before, or a request of its own. */
const noLines =
  '(?!(?:it|that|this|(?:the|its) (?:result|output|answer)|das|es|das ergebnis|die ausgabe|die antwort) )';

export const aboutNewFiles: readonly Intent[] = [
  {
    name: 'fill',
    tool: 'write_file',
    orders: true,
    takesText: true,
    patterns: {
      en: [
        like`^(?:write|make|create|start|save)(?: me)? (?:an? |the |my )?(?:new )?(?<list>(?:[a-z-]+ ){0,2}list)${beforeEn}(?:,? (?:with|of|containing):?|:) (?<items>[^\n]{1,2000}?)${behindEn}[.!]?$`,
        like`^(?:write|save|put|store) ${noLines}(?!(?:a|the|me|another) (?:new )?(?:text )?file\b)${items} (?:to|into|in) (?:a|another) (?:new )?(?:text )?file(?: (?:named |called )(?<path>${pathForm}))?[.!]?$`,
        like`^(?:write|make|create)(?: me)? (?:a|another) (?:new )?(?:text )?file (?:with|containing)(?: the (?:text|words|lines?))?:? ${items}[.!]?$`,
        like`^(?:make|create|start|add)(?: me)? (?:a |an |another )?(?:new )?(?:empty )?(?:text )?(?<empty>file) (?:named |called )?(?<path>${namedForm})[.!]?$`,
      ],
      de: [
        like`^(?:schreibe?|erstelle?|mache?|lege?|speichere?)(?: mir)? (?:eine |die |meine )?(?:neue )?(?<list>[a-zäöüß-]*liste)${beforeDe}(?: an)?(?:(?:,? (?:mit|aus))?:|,? (?<dative>mit|aus)) (?<items>[^\n]{1,2000}?)${behindDe}[.!]?$`,
        like`^(?:schreibe?|speichere?|lege?|packe?|pack|tu) ${noLines}(?!(?:mir |eine |die )*(?:neue )?(?:text)?datei\b)${items} in (?:eine|einer) (?:neuen? )?(?<noun>(?:text)?datei)(?: (?:namens |mit (?:dem )?namen )(?<path>${pathForm}))?(?: an| ab)?[.!]?$`,
        like`^(?:schreibe?|erstelle?|mache?|lege?)(?: mir)? eine (?:neue )?(?<noun>(?:text)?datei)(?: an)? (?<dative>mit)(?: dem (?:text|inhalt))?:? ${items}(?: an)?[.!]?$`,
        like`^(?:erstelle?|mache?|lege?)(?: mir)? (?:eine )?(?:neue )?(?:leere )?(?:text)?(?<empty>datei) (?:namens |mit (?:dem )?namen )?(?<path>${namedForm})(?: an)?[.!]?$`,
      ],
    },
    readsFirst: said => ({ path: newFile(said), mayBeMissing: 'yes' }),
    // only where it lies: what becomes of it depends on what is there
    arguments: said => ({ path: newFile(said) }),
    choose: (said, { earlier }, language) => written(said, earlier, language),
  },
];

/** The file that is named, or one by what it is. */
function newFile(said: Said): string {
  const named = pathIn(said) || pathIn({ path: said['file'], bare: said['into'] });
  if (named !== '') return named;
  if (said['list'] !== undefined) return fileOf(said['list']);
  return said['noun'] === undefined ? 'notes.txt' : 'notizen.txt';
}

/** The lines that a request writes. */
function writtenBy({ items: said = '', list, dative }: Said): readonly string[] {
  const text = unquoted(said.replace(/^(?:the text|the words|den text|die wörter) /i, ''));
  const parts = itemsIn(text);
  const isLines = list !== undefined || (text === said && parts.every(part => part.split(' ').length <= 3));
  return (isLines ? parts : [text])
    .filter(one => one !== '')
    .map(one => (dative === undefined ? one : nominative(one)));
}

function written(said: Said, { file }: Earlier, language: Language): Choice {
  const texts = rehearsalTexts(language);
  const path = newFile(said);
  const lines = writtenBy(said);
  const isEmpty = said['empty'] !== undefined;
  if (file === undefined || (file.lines === undefined && !file.isMissing)) return { say: '' };
  if (file.lines === undefined)
    return { tool: 'write_file', arguments: { path, content: isEmpty ? '' : ended(lines.join('\n')) } };
  if (isEmpty) return { say: texts.isThere(path) };
  if (file.isCut) return { say: texts.tooLongToChange(path) };
  const known = new Set(file.lines.map(line => line.trim().toLowerCase()));
  const added = lines.filter(line => !known.has(line.toLowerCase()));
  return added.length === 0 ? { say: texts.hasThat(path, lines) } : withLines(path, file.lines, added);
}
