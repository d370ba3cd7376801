/** Requests about one whole file, which may be the one that was worked on last: "rename it to old.txt". */
import { type Intent, type Language, like, namedForm, pathForm, type Said } from '../intent.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import { moving, pathIn } from './files.ts';

const lastEn =
  '(?:the|that|this|my) (?:(?:last|latest|newest|same) )?file|(?:the )?(?:last|latest|newest) (?:one|file)|it';
const itEn = `(?<open>${lastEn})`;
const thatEn = `(?<open>${lastEn}|that|this)`;
const lastDe = '(?:die |diese )(?:(?:letzte|neueste|neuste|selbe) )?datei|(?:letzte|neueste|neuste) datei|sie';
const itDe = `(?<open>${lastDe})`;
const thatDe = `(?<open>${lastDe}|es|das|diese)`;
const ofItDe = '(?<open>ihr|dieser datei|der (?:(?:letzten|neuesten|neusten) )?datei)';
// "how big is it?" may be asked of anything
const lastFileEn = itEn.replace('|it)', ')');
const lastFileDe = itDe.replace('|sie)', ')');
const fileEn = `(?:(?:the |my )?(?:text )?file (?<path>${pathForm})|(?:the |my )?(?<bare>${namedForm}))`;
const fileDe = `(?:(?:die |der |meine |meiner )?(?:text)?datei (?<path>${pathForm})|(?:die |der |meine |meiner )?(?<bare>${namedForm}))`;

const onDiskEn = '(?:on|in) (?:(?:my|the|this) )?(?:disk|computer|machine|hard disk|hard drive|drive|laptop|pc|mac)';
const onDiskDe =
  '(?:auf|in) (?:(?:meiner|der|meinem|dem|diesem) )?(?:festplatte|platte|computer|rechner|laptop|pc|mac)';

export const aboutOneFile: readonly Intent[] = [
  {
    name: 'move',
    tool: 'execute_command',
    orders: true,
    patterns: {
      en: [
        like`^(?:(?<copies>copy|duplicate)|rename|move) ${thatEn} (?:to|into|as) (?:(?:the )?file )?(?<other>${namedForm})$`,
        like`^call ${itEn} (?<other>${namedForm})$`,
        like`^(?<copies>(?:make|create|save|keep)(?: me)? (?:a |another )?(?:backup )?copy of|copy|duplicate|back up) (?:${itEn}|${fileEn})(?: (?:to|as|in|into|called|named) (?<other>${namedForm}))?[.!]?$`,
      ],
      de: [
        like`^(?:(?<copies>kopiere?)|benenne?|nenne?|verschiebe?) ${thatDe} (?:in|nach|zu|als|um in) (?<other>${namedForm})(?: um)?$`,
        like`^(?<copies>(?:mache?|erstelle?|lege?|speichere?)(?: mir)? (?:eine |noch eine )?(?:sicherheits)?kopie) (?:(?<open>davon)|von (?:${ofItDe}|${fileDe}))(?: (?:als|in|namens) (?<other>${namedForm}))?(?: an)?[.!]?$`,
        like`^(?<copies>kopiere?|dupliziere?) (?:${itDe}|${fileDe})[.!]?$`,
      ],
    },
    choose(said, _moment, language) {
      const path = pathIn(said) || said['recent'];
      if (path === undefined) return { say: rehearsalTexts(language).whichFile };
      const copies = said['copies'] !== undefined;
      return {
        tool: 'execute_command',
        arguments: { command: moving(copies ? 'cp' : 'mv', path, otherOf(said, path, language)) },
      };
    },
  },
  {
    name: 'read',
    tool: 'read_file',
    orders: true,
    patterns: {
      en: [
        like`^(?:read|open|show|print|display)(?: me)? ${itEn}(?: (?:to me|again|now))?\W*$`,
        like`^what(?: is|'s|s| stands| does it say) in ${itEn}\W*$`,
      ],
      de: [
        like`^(?:lies|öffne|zeige?)(?: mir)? ${itDe}(?: (?:vor|an|noch ?mal))*\W*$`,
        like`^was steht in ${ofItDe}\W*$`,
      ],
    },
    choose: (said, _moment, language) =>
      said['recent'] === undefined
        ? { say: rehearsalTexts(language).whichFile }
        : { tool: 'read_file', arguments: { path: said['recent'] } },
  },
  {
    name: 'whereFile',
    tool: 'list_files',
    patterns: {
      en: [
        like`^where (?:is|lies|do I find|can I find|did you (?:put|save|write|store)) (?<open>(?:the|that|this|my) (?:(?:last|latest|newest|same|new) )?file)(?: (?:now|stored|saved|kept|${onDiskEn}))*\W*$`,
        like`^where (?:is|lies|do I find|can I find|did you (?:put|save|write|store)) (?<open>it|that|this)(?: (?:now|stored|saved|kept))* ${onDiskEn}\W*$`,
        like`^where did you (?:put|save|write|store) (?<open>it|that|this)\W*$`,
      ],
      de: [
        like`^wo (?:ist|liegt|finde ich|hast du) (?<open>(?:die|diese|meine) (?:(?:letzte|neueste|neuste|selbe|neue) )?datei)(?: (?:jetzt|gespeichert|hingelegt|abgelegt|${onDiskDe}))*\W*$`,
        like`^wo (?:ist|liegt|finde ich|hast du) (?<open>sie|die|es|das)(?: (?:jetzt|gespeichert|hingelegt|abgelegt))* ${onDiskDe}(?: (?:gespeichert|hingelegt|abgelegt))?\W*$`,
        like`^wo hast du (?<open>sie|die|es|das) (?:gespeichert|hingelegt|abgelegt)\W*$`,
      ],
    },
    choose: (said, _moment, language) =>
      said['recent'] === undefined
        ? { say: rehearsalTexts(language).whichFile }
        : { tool: 'list_files', arguments: { glob: said['recent'].split('/').at(-1) ?? '' } },
  },
  {
    name: 'size',
    tool: 'list_files',
    patterns: {
      en: [like`^(?:how (?:big|large|long) is|(?:what(?: is|'s|s) )?(?:the )?size of) (?:${fileEn}|${lastFileEn})\W*$`],
      de: [
        like`^wie (?:groß|lang) ist (?:${fileDe}|${lastFileDe})\W*$`,
        like`^(?:was ist )?die größe von (?:${fileDe}|${ofItDe})\W*$`,
      ],
    },
    choose(said, _moment, language) {
      const path = pathIn(said) || said['recent'];
      return path === undefined
        ? { say: rehearsalTexts(language).whichFile }
        : { tool: 'list_files', arguments: { glob: path.replace(/^\/?workspace\//, '') } };
    },
    example: { en: 'how big is notes.txt?', de: 'wie groß ist notizen.txt?' },
  },
];

/** The other name that a request says; of a copy without one, a name beside that of the file. */
export function otherOf({ other }: Said, path: string, language: Language): string {
  if (other !== undefined) return pathIn({ bare: other });
  const [, stem = path, ending = ''] = /^(.*[^/])(\.\w+)$/.exec(path) ?? [];
  return `${stem}-${language === 'de' ? 'kopie' : 'copy'}${ending}`;
}
