/** Requests about single lines of a file: added to a list, taken off it, changed, looked for. The file is read first. */
import type { JsonObject } from '../../../../domain/text/json.ts';
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
} from '../intent.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import { ended, fileOf, inner, inShell, itemsIn, pathIn } from './files.ts';

/** A list by its name, without that of a file. */
const list = {
  en: `(?:(?:the |my |our |this |that )?(?<list>(?:[a-z]+[ -]){0,2}list)(?: (?:of mine|too|as well))?)`,
  de: `(?:(?:die |der |den |meine |meiner |unsere |unserer |diese |dieser )?(?<list>[a-zäöüß-]*liste))`,
};
const contentForm = String.raw`(?<content>${quoted}|\S[^\n]{0,2000}?)`;
const insteadForm = String.raw`(?<instead>${quoted}|\S[^\n]{0,500}?)`;
const itemForm = String.raw`(?<item>${quoted}|\S[^\n?]{0,80}?)`;
/** What lies on a list as a whole: "a joke about the things on the list" is no line of it. */
const things = {
  en: '(?:things|items|entries|lines|words|stuff|everything|what is)',
  de: '(?:sachen|dinge|einträge|zeilen|posten|wörter|alles)',
};
/** A question about a list, and what is said of a time, adds nothing to it; nor does a thing alone behind another verb. */
const noQuestion =
  '(?!(?:what|which|who|where|when|how|why|is|are|does|show|read|open|see|was|welche|wer|wo|wann|wie|warum|ist|sind|zeig|lies|steht)\\w{0,2}\\b)';
const noOrder =
  '(?!(?:say|send|copy|move|compare|link|look|go|come|turn|switch|back|return|refer|sag|schick|sende|kopier|verschieb|vergleich|schau|sieh|guck|geh|wirf|wechsl|zurück)\\p{L}{0,2}(?!\\p{L}))(?!\\p{L}+ (?:the|my|our|an?|this|that|me|die|der|das|den|dem|meine?[nr]?|mir|mich|eine?[nm]?) )';
const notATime =
  '(?![^\\n]*\\b(?:today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|heute|morgen|übermorgen|woche|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)(?!\\p{L}))';
const fileEn = `(?:(?:the |my )?(?:text )?file (?<path>${pathForm})|(?:the |my )?(?<bare>${namedForm}))`;
const fileDe = `(?:(?:die |der |meine |meiner )?(?:text)?datei (?<path>${pathForm})|(?:die |der |meine |meiner )?(?<bare>${namedForm}))`;
/** Where something goes, and where it is: what is ordered about a thing that is on a list already does not add it. */
const onto = {
  en: `(?:(?: (?:goes|(?:(?:should|must|(?:has|have|needs?) to) )?go|belongs?) (?:in|on)| to| onto| into| on(?=[^\\n]* (?:too|as well)\\W*$)) ${list.en})`,
  de: `(?:(?: (?:kommt|kommen|muss|müssen|soll|sollen|gehört|gehören))?(?: (?:noch|auch))* (?:(?:auf|in|an)(?! (?:der|meiner|unserer|dieser) )|zu|zur) ${list.de})`,
};
const on = {
  en: `(?:(?:on|in) ${list.en})`,
  de: `(?:(?:auf|in) ${list.de})`,
};

/** What is no line of a list. */
const notListed =
  '(?![^\\n]*(?:files?|folder|directory|memor(?:y|ies)|reminders?|alarms?|jobs?|tools?|goals?|lists?|notes?|datei|dateien|ordner|verzeichnis|erinnerung|erinnerungen|wecker|termine?|werkzeuge?|ziele?|liste|notiz|notizen|eintrag)\\b)(?!(?:it|that|this|them|everything|all|my|you|yourself|straylight|back|es|sie|ihn|diese[ns]?|das|zurück|weg|raus|ab|alles|alle|dich|mein|deine?)\\b)';

export const aboutLists: readonly Intent[] = [
  {
    name: 'onList',
    tool: 'read_file',
    orders: true,
    patterns: {
      en: [
        like`^(?:is|are|do (?:I|we) have) (?:there )?(?:any |some |the )?${itemForm}(?: already| still| now)* ${on.en}\W*$`,
        like`^(?:search(?: for)?|find|look for) (?:the )?${itemForm} ${on.en}\W*$`,
        like`^search ${list.en} for ${itemForm}[.!?]*$`,
        like`^(?<many>how long) is ${list.en}\W*$`,
        like`^(?<many>how many|count(?: the)?) ${things.en}(?: do (?:I|we) have| are(?: there)?)?(?: now| still)* ${on.en}\W*$`,
      ],
      de: [
        like`^(?:ist|sind|steht|stehen|habe? ich|haben wir) (?:(?:die|der|das|schon|noch|auch|denn) )*${itemForm}(?: schon| noch| auch| bereits)* ${on.de}(?: drauf)?\W*$`,
        like`^(?:suche?|finde?)(?: mir)?(?: nach)? ${itemForm} ${on.de}\W*$`,
        like`^(?:(?:suche?|schau|sieh) ${on.de}|durchsuche? ${list.de})(?: nach)? ${itemForm}[.!?]*$`,
        like`^(?<many>wie lang) ist ${list.de}\W*$`,
        like`^(?<many>wie ?viele?|zähle?(?: die)?) ${things.de}(?: (?:stehen|sind|habe ich|haben wir))?(?: jetzt| noch| schon)* ${on.de}\W*$`,
      ],
    },
    arguments: said => ({ path: pathOf(said) }),
    example: { en: 'is milk on the list?', de: 'ist Milch auf der Liste?' },
  },
  {
    name: 'whereFile',
    tool: 'list_files',
    patterns: {
      en: [like`^where (?:is|do I find|can I find) ${list.en}\W*$`],
      de: [like`^wo (?:ist|liegt|finde ich) ${list.de}\W*$`],
    },
    arguments: said => ({ glob: pathOf(said).split('/').at(-1) ?? '' }),
  },
  {
    name: 'unlist',
    tool: 'edit_file',
    orders: true,
    patterns: {
      en: [
        like`^(?:remove|delete|take|cross|strike|drop|scratch) ${contentForm} (?:from|off|out of)(?: of)? (?:${list.en}|${fileEn})[.!]?$`,
        like`^(?:remove|delete|erase|drop|scratch|(?:cross|take|strike|tick|check) (?:off|out)|tick|put a (?:check ?mark|tick) (?:on|at|by|behind|next to)) ${contentForm} (?:from ${list.en}|${on.en})[.!]?$`,
        like`^(?:replace|change|swap|exchange) ${contentForm} (?:with|by|to|into|for) ${insteadForm} ${on.en}[.!]?$`,
        like`^(?:remove|delete|cross off|take off|strike) (?:the )?${notListed}(?<content>\p{L}[\p{L}-]{1,30}(?: \p{L}[\p{L}-]{1,30})?)(?<open>(?: again)?)[.!]?$`,
      ],
      de: [
        like`^(?:streiche?|entferne?|lösche?|nimm) (?:die |den |das )?${notListed}(?<content>\p{L}[\p{L}-]{1,30})(?<open>(?: wieder)?(?: raus| weg| runter| heraus)?)[.!]?$`,
        like`^(?:streiche?|entferne?|lösche?|nimm|hake?|mache? ein(?:en|)? (?:häkchen|haken) (?:an|bei|hinter|neben)) ${contentForm} (?:(?:von|aus)(?: der| meiner| unserer)? (?:${list.de}|${fileDe})|${on.de})(?: (?:runter|herunter|weg|ab|raus|heraus))?[.!]?$`,
        like`^(?:ersetze?|ändere?|tausche?) ${contentForm} (?:durch|in|zu|gegen) ${insteadForm} ${on.de}(?: (?:aus|um))?[.!]?$`,
        like`^(?:ersetze?|ändere?|tausche?) ${on.de} ${contentForm} (?:durch|in|zu|gegen) ${insteadForm}(?: (?:aus|um))?[.!]?$`,
      ],
    },
    readsFirst: readFor,
    choose: (said, moment, language) => changing(said, moment, language),
    example: { en: 'remove milk from list.txt', de: 'streiche Milch von der Liste' },
  },
  {
    name: 'append',
    tool: 'edit_file',
    orders: true,
    patterns: {
      en: [
        like`^(?:add|append|put|insert) ${contentForm} (?:to|at|in|into|on)(?: the)?(?: end of| bottom of)? ${fileEn}[.!]?$`,
        like`^(?:add|append) (?:to|a line to) ${fileEn}: ?(?<content>[^\n]{1,2000})$`,
        like`^(?:add|append|put|write|insert|note) ${noQuestion}${contentForm}(?<!\b${things.en}) (?:to|on|onto|in|into)(?: the end of)? ${list.en}[.!]?$`,
        like`^${noQuestion}${noOrder}${contentForm}${onto.en}[.!]?$`,
        like`^(?:add|put) (?:to|on) ${list.en}: ?(?<content>[^\n]{1,2000})$`,
        like`^(?:add|append) (?:also |too )?${notATime}(?<content>(?!(?:a|an|another|the|my|some) (?:new )?(?:reminder|tool|goal|job|file|list|alarm|note|memory)\b|up\b|\d)${quoted}|[\p{L}][^\n:?]{0,80}?)(?<open>(?: to (?:it|that|this))?(?: too| as well)?)[.!]?$`,
        like`^(?:(?:and|also) )?(?:add|put|write|note|append) (?:also )?${notATime}(?<content>(?!(?:that|this|it|everything|all)\b)\p{L}[\p{L} -]{0,60}?)(?<open> (?:(?:on|onto|to|in|into) (?:it|that|this)|there|too|as well)(?: too| as well)?)[.!]?$`,
        like`^(?:(?:and|also) )?${notATime}${noQuestion}(?<content>(?!(?:put|write|note|that|this|it|me|you|I|thanks|thank|not|yes|no|we|he|she)\b)\p{L}[\p{L} -]{1,40}?)(?<open> (?:too|as well))[.!]?$`,
      ],
      de: [
        like`^(?:füge|füg|hänge?|setze?) ${contentForm} (?:zu|an|in|ans ende von) ${fileDe} (?:hinzu|dazu|an|ein)[.!]?$`,
        like`^(?:ergänze?|hänge?) ${fileDe} (?:um|mit) (?<content>${quoted}|[^\n]{1,2000}?)[.!]?$`,
        like`^(?:füge?|hänge?|setze?|schreibe?|packe?|pack|tu|nimm|trage?|trag|notiere?|ergänze?) (?:noch |auch |bitte )*${noQuestion}${contentForm}(?<!${things.de}) (?:zu|zur|an|auf|in) ${list.de}(?: (?:hinzu|dazu|an|ein|auf|drauf))?[.!]?$`,
        like`^(?:noch |auch |bitte )*${noQuestion}${noOrder}${contentForm}${onto.de}(?: (?:hinzufügen|dazuschreiben|eintragen|setzen|schreiben|packen|tun))?[.!?]?$`,
        like`^(?:(?:schreibe?|setze?|packe?|pack|tu) )?auf ${list.de}: ?(?<content>[^\n]{1,2000})$`,
        like`^(?:ergänze?) ${list.de} (?:um|mit) (?<content>${quoted}|[^\n]{1,2000}?)[.!]?$`,
        like`^(?:füge?|setze?|schreibe?|packe?|pack|tu) (?:noch |auch )*(?<content>${quoted}|[\p{L}][^\n:?]{0,80}?)(?<open>(?: auch| noch)* (?:hinzu|dazu|drauf|mit drauf))[.!]?$`,
        like`^${notATime}(?<content>(?!(?:ich|du|das|es|mir|dir|nein|ja|danke|er|sie|wir)\b)\p{L}[\p{L} -]{1,40}?)(?<open> (?:auch noch|noch dazu|auch dazu|auch drauf))[.!]?$`,
        like`^(?:und )?(?:noch|auch) (?<content>\p{L}[\p{L} -]{1,40}?)(?<open> (?:dazu|hinzu|drauf))[.!]?$`,
      ],
    },
    readsFirst: readFor,
    choose: (said, moment, language) => adding(said, moment, language),
    example: { en: 'add butter to notes.txt', de: 'füge Butter zu notizen.txt hinzu' },
  },
  {
    name: 'erase',
    tool: 'execute_command',
    orders: true,
    patterns: {
      en: [
        like`^(?:delete|remove|erase|trash|throw away) (?:the |my |that |this )(?<list>(?:[a-z]+[ -]){0,2}list)[.!]?$`,
      ],
      de: [like`^(?:lösche?|entferne?|wirf) (?:die |meine |diese )(?<list>[a-zäöüß-]*liste)(?: weg)?[.!]?$`],
    },
    arguments: said => ({ command: `rm -- ${inShell(pathOf(said))}` }),
  },
  {
    name: 'read',
    tool: 'read_file',
    orders: true,
    patterns: {
      en: [
        like`^(?:what(?: is|['’]?s| stands| do I have)?|anything|show(?: me)? what(?: is|['’]s)?) (?:still )?(?:on|in) ${list.en}(?: now| so far)?\W*$`,
        like`^(?:read|open|show|print|display|see|check|look at)(?: me)? (?:the |my |our )(?<list>(?:(?!reminder|job|tool|goal|memory|file)[a-z]+[ -]){0,2}list)(?: (?:to me|again|now))?\W*$`,
      ],
      de: [
        like`^was (?:steht|ist) (?:noch |jetzt |alles )*(?:auf|in) ${list.de}(?: jetzt| drauf)?\W*$`,
        like`^(?:lies|öffne|zeige?|prüfe?|schau)(?: mir| auf| in)?(?: mal| nochmal| bitte)* (?:die |meine |unsere )(?<list>[a-zäöüß-]*liste)(?: vor| an| nochmal)?\W*$`,
      ],
    },
    arguments: said => ({ path: pathOf(said) }),
  },
];

/** The file of a list, by what was said, or by what was worked on. */
export function pathOf(said: Said): string {
  return pathIn(said) || said['recent'] || fileOf(said['list'] ?? 'list');
}

/**
 * Where a list or nothing is named, the file that was worked on last may be meant: it is, where it has the name of that
 * list, or the list has none.
 */
export function withRecentFile(said: Said, recent: string | undefined): Said {
  const { list: name = '', open } = said;
  if (recent === undefined || pathIn(said) !== '' || (name === '' && open === undefined)) return said;
  const own = name.toLowerCase().replace(/[ -]*liste?$/, '');
  const stem = /([^/]+?)(?:\.\w+)?$/.exec(recent.toLowerCase())?.[1]?.replace(/[ -]*liste?$/, '') ?? '';
  const isMeant = own === '' || (stem !== '' && (own.startsWith(stem) || stem.startsWith(own)));
  return isMeant ? { ...said, recent } : said;
}

/** What is read before; nothing, where it is not said which file. */
function readFor(said: Said): Said | undefined {
  return said['open'] !== undefined && said['recent'] === undefined
    ? undefined
    : { path: pathOf(said), mayBeMissing: 'yes' };
}

interface Seen {
  readonly earlier: Earlier;
}

function adding(said: Said, { earlier: { file } }: Seen, language: Language): Choice {
  const texts = rehearsalTexts(language);
  const items = addedBy(said);
  if (file === undefined) return { say: said['open'] === undefined ? '' : texts.addWhere(items.join(', ')) };
  if (file.lines === undefined) return { say: file.isMissing ? texts.noFileYet(file.path, items) : '' };
  if (file.isCut) return { say: texts.tooLongToChange(file.path) };
  return withLines(file.path, file.lines, items);
}

/** The call that puts lines at the end of a file. */
export function withLines(path: string, lines: readonly string[], put: readonly string[]): Choice {
  const end = lines.findLastIndex(line => line.trim() !== '') + 1;
  return changed(path, lines, { at: end, count: 0, put });
}

/** The lines that a request adds. */
export function addedBy(said: Said): readonly string[] {
  const content = said['content'] ?? '';
  return pathIn(said) === '' ? itemsIn(content.replace(/^(?:a|an|some|noch|auch) /i, '')) : [inner(content)];
}

/** A line is taken out, or another put in its place. */
function changing(said: Said, { earlier: { file } }: Seen, language: Language): Choice {
  const texts = rehearsalTexts(language);
  const wanted = inner(said['content']).replace(/^(?:the|die|der|das|den) /i, '');
  if (file === undefined) return { say: said['open'] === undefined ? '' : texts.removeWhere(wanted) };
  if (file.lines === undefined) return { say: file.isMissing ? texts.noSuchFile(file.path) : '' };
  if (file.isCut) return { say: texts.tooLongToChange(file.path) };
  const own = wanted.toLowerCase();
  const lines = file.lines.map(line => bareLine(line).toLowerCase());
  // a list says it in another case or number: "mit Eiern", "die Eier"
  const isAlike = (line: string) =>
    line !== '' && ['n', 'en', 's'].some(end => line === own + end || line + end === own);
  const alike = lines.flatMap((line, at) => (isAlike(line) ? [at] : []));
  const exact = lines.indexOf(own);
  const at = exact >= 0 ? exact : alike.length === 1 ? alike[0] : undefined;
  if (at === undefined) return { say: texts.notInFile(file.path, wanted) };
  const { instead } = said;
  return changed(file.path, file.lines, { at, count: 1, put: instead === undefined ? [] : [inner(instead)] });
}

/** Which lines of a file have a word, or how many lines there are. */
export function lookedUp({ item, many }: Said, path: string, text: string, language: Language): string {
  const texts = rehearsalTexts(language);
  const lines = text.split('\n').map(bareLine);
  const wanted = inner(item);
  const found = lines.filter(line => line !== '' && line.toLowerCase().includes(wanted.toLowerCase()));
  if (many !== undefined) return texts.entries(path, found.length);
  return found.length === 0 ? texts.notOnList(path, wanted) : texts.onList(path, found);
}

/** Without what marks it as one of several. */
function bareLine(line: string): string {
  return line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim();
}

/** The call that puts other lines in the place of `count` of them; the piece that it replaces stands there once. */
function changed(
  path: string,
  lines: readonly string[],
  { at, count, put }: { readonly at: number; readonly count: number; readonly put: readonly string[] },
): Choice {
  const text = lines.join('\n');
  const all: JsonObject = {
    path,
    content: ended([...lines.slice(0, at), ...put, ...lines.slice(at + count)].join('\n')),
  };
  if (text.trim() === '') return { tool: 'write_file', arguments: { path, content: ended(put.join('\n')) } };
  for (let more = 1; more <= lines.length; more += 1) {
    const [from, to] = [Math.max(0, at - more), Math.min(lines.length, at + count + (count === 0 ? 0 : more))];
    const old = lines.slice(from, to).join('\n');
    if (old.trim() === '' || text.split(old).length !== 2) continue;
    const kept = [...lines.slice(from, at), ...put, ...lines.slice(at + count, to)];
    if (kept.length > 0) return { tool: 'edit_file', arguments: { path, old_text: old, new_text: kept.join('\n') } };
  }
  return { tool: 'write_file', arguments: all };
}
