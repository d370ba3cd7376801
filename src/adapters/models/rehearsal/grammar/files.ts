/** Requests about files of the workspace and the scripts, and about pages of the web. */
import { defined, type JsonObject } from '../../../../domain/text/json.ts';
import {
  type Intent,
  like,
  meansResult,
  meansStatement,
  namedForm,
  pathForm,
  quoted,
  resolved,
  type Said,
  unquoted,
} from '../intent.ts';
import { workTexts } from '../texts/work.ts';

/** What a file is to hold, without "in it" behind a line of it: that is where it is to stand. */
function withoutPlace(content: string): string {
  return /\n/.test(content)
    ? content
    : content.replace(/(?<=\S) (?:in it|in there|inside(?: it)?|drin|darin)[.!]?$/i, '');
}

/** What a folder is deleted with anyway. */
const contents =
  '(?:,? (?:and (?:everything|all|what is) in (?:it|there)|with (?:everything|all|all its contents)(?: in it)?|(?:samt|mit) (?:inhalt|allem(?:,? was darin ist)?|allem darin)|und alles darin))?';
const url = String.raw`<?(?<url>https?:\/\/[^\s<>"“”„\x60]+)>?`;

const sought = '(?<sought>(?!(?:it|that|this|them|das|es|ihn)\\W*$)\\S[^\\n]{0,200}?)';

/** Names of files end so. */
export const endings = 'csv|html|jpg|js|json|log|md|pdf|png|py|sh|toml|ts|txt|xml|yaml|yml';

export const aboutFiles: readonly Intent[] = [
  {
    name: 'fetch',
    tool: 'web_fetch',
    orders: true,
    patterns: {
      en: [
        like`^(?:fetch|get|read|open|load|visit|look at|show|check)(?: me)?(?: the)?(?: (?:web ?)?(?:page|site|website|url|address))?(?: (?:at|from|of))? ${url}\W*$`,
        like`^what (?:does|do) ${url} (?:say|contain|show)\W*$`,
        like`^what(?: is|'s) (?:on|at|in|there on) ${url}\W*$`,
        like`^(?:open|show|visit|go to|load|read|look at)(?: me)? (?<url>(?:[a-z0-9-]+\.)+(?:com|org|net|de|at|ch|eu|io|dev|info|uk)(?:\/\S*)?)\W*$`,
        like`^(?:fetch|visit) (?<url>(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/\S*)?)$`,
      ],
      de: [
        like`^(?:hole?|lade?|lies|öffne|besuche?|zeige?|rufe?)(?: mir)?(?: die)?(?: (?:web)?(?:seite|adresse))?(?: (?:von|auf|unter))? ${url}(?: ab)?\W*$`,
        like`^was (?:steht|ist) (?:auf|unter|in|bei) ${url}\W*$`,
        like`^was sagt ${url}\W*$`,
        like`^(?:öffne|besuche?|lade?|zeige?)(?: mir)? (?<url>(?:[a-z0-9-]+\.)+(?:com|org|net|de|at|ch|eu|io|dev|info|uk)(?:\/\S*)?)\W*$`,
      ],
    },
    arguments: ({ url: found = '' }) => ({ url: address(found) }),
    example: { en: 'fetch https://example.com', de: 'hole https://example.com' },
  },
  {
    name: 'searchWeb',
    tool: 'web_search',
    orders: true,
    patterns: {
      en: [
        like`^(?:search|look) (?:on |in )?(?:the )?(?:web|internet|wikipedia) for ${sought}[?.!\s]*$`,
        like`^(?:search|look up|google|find)(?: me)? ${sought} (?:on|in) (?:the )?(?:web|internet|wikipedia)[?.!\s]*$`,
        like`^(?:google|do a web search for) ${sought}[?.!\s]*$`,
      ],
      de: [
        like`^(?:suche?|schaue?|sieh)(?: mir)? (?:im|in der|in) (?:web|internet|netz|wikipedia)(?: nach)? ${sought}[?.!\s]*$`,
        like`^(?:suche?|finde?)(?: mir)?(?: nach)? ${sought} (?:im|in der) (?:web|internet|netz|wikipedia)[?.!\s]*$`,
        like`^(?:google|googele?) (?:mal )?(?:nach )?${sought}[?.!\s]*$`,
      ],
    },
    arguments: ({ sought: words = '' }) => ({ query: unquoted(words) }),
    example: { en: 'search the web for statecharts', de: 'such im Web nach Zustandsautomaten' },
  },
  {
    name: 'post',
    tool: 'web_request',
    orders: true,
    patterns: {
      en: [like`^(?:post|send|submit) (?<body>${quoted}|\{[\s\S]*\}) to ${url}\W*$`],
      de: [like`^(?:sende?|schicke?) (?<body>${quoted}|\{[\s\S]*\}) an ${url}\W*$`],
    },
    arguments: ({ body = '', url: found = '' }) => ({ url: address(found), method: 'POST', body: unquoted(body) }),
  },
  {
    name: 'write',
    tool: 'write_file',
    orders: true,
    takesText: true,
    patterns: {
      en: [
        like`^(?:write|create|make)(?: me)? (?:a |the |another )?(?:new )?(?:text )?file (?:named |called )?(?<path>${pathForm})(?:,? (?:with(?: the)?(?: (?:text|content|contents|words|lines?))?|containing|that (?:says|contains)|saying)|:)(?::\s*|\s+)(?<content>[\s\S]+)$`,
        like`^(?:create|make|add)(?: me)? (?:a |the |another )?(?:new )?(?:folder|directory) (?:named |called )?(?<within>${pathForm})(?: with| and(?: put)?(?: in it)?) (?:a |the )?(?:new )?(?:text )?file (?:named |called )?(?<path>${pathForm})(?: (?:in it|in there|inside))?(?:,? (?:with(?: the)?(?: (?:text|content|contents|words|lines?))?|containing|(?:that|which) (?:says|contains)|saying)|:)(?::\s*|\s+)(?<content>[\s\S]+)$`,
        like`^(?:write|create|make) (?<bare>${namedForm})(?:,? (?:with(?: the)?(?: (?:text|content|contents|words|lines?))?|containing|saying)|:)(?::\s*|\s+)(?<content>[\s\S]+)$`,
        like`^(?:write|save|put) (?<content>${quoted}|that|this|it|(?:the|its) (?:result|output|answer)) (?:to|into|in|as) (?:(?:the |a )?file (?<path>${pathForm})|(?<bare>${namedForm}))$`,
        like`^(?:write|save|put) (?<content>(?!(?:a|the|me|another) (?:new )?(?:text )?file\b)\S[^\n]{0,2000}?) (?:to|into|in) (?:(?:the |a |my )?(?:new )?file (?:named |called )?(?<path>${pathForm})|(?:the |my )?(?<bare>${namedForm}))$`,
      ],
      de: [
        like`^(?:schreibe?|erstelle?|mach|mache|lege?)(?: mir)? (?:eine |die )?(?:neue )?(?:text)?datei (?:namens )?(?<path>${pathForm})(?: an)?,? (?:mit(?: dem)?(?: (?:inhalt|text))?|in der steht)(?::\s*|\s+)(?<content>[\s\S]+?)$`,
        like`^(?:erstelle?|mach|mache|lege?)(?: mir)? (?:einen |den )?(?:neuen )?(?:ordner|verzeichnis) (?:namens )?(?<within>${pathForm})(?: an)? mit (?:einer |der )?(?:neuen )?(?:text)?datei (?:namens )?(?<path>${pathForm})(?: darin| drin)?(?: an)?,? (?:mit(?: dem)?(?: (?:inhalt|text))?|in der steht|die sagt)(?::\s*|\s+)(?<content>[\s\S]+?)$`,
        like`^(?:schreibe?|erstelle?|lege?) (?<bare>${namedForm})(?: an)?,? (?:mit(?: dem)?(?: (?:inhalt|text))?|in der steht)(?::\s*|\s+)(?<content>[\s\S]+?)$`,
        like`^schreibe? (?<content>${quoted}|das|es|das ergebnis|die ausgabe|die antwort) in (?:(?:die |eine )?datei (?<path>${pathForm})|(?<bare>${namedForm}))$`,
        like`^(?:schreibe?|speichere?) (?<content>(?!(?:mir |eine |die )*(?:neue )?(?:text)?datei\b)\S[^\n]{0,2000}?) in (?:(?:die |eine |meine )?(?:neue )?datei (?:namens )?(?<path>${pathForm})|(?:die |meine )?(?<bare>${namedForm}))$`,
      ],
    },
    refers: ({ content = '' }) => meansStatement(content) || meansResult(content),
    arguments(said, earlier) {
      const content = resolved(said['content'] ?? '', earlier);
      const within = said['within'] === undefined ? '' : `${pathIn({ path: said['within'] }).replace(/\/+$/, '')}/`;
      return content === undefined
        ? undefined
        : { path: within + pathIn(said), content: ended(unquoted(withoutPlace(content))) };
    },
    example: { en: 'write a file notes.txt with: buy milk', de: 'schreibe eine Datei notizen.txt mit: Milch kaufen' },
  },
  {
    name: 'edit',
    tool: 'edit_file',
    orders: true,
    patterns: {
      en: [
        like`^(?:replace|change) (?<old>${quoted}|\S[\s\S]{0,500}?) (?:with|by|to|into) (?<new>${quoted}|\S[\s\S]{0,500}?)(?<all>,? everywhere)? in (?:(?:the )?file (?<path>${pathForm})|(?:the )?(?<bare>${namedForm}))(?<everywhere>,? everywhere)?\W*$`,
      ],
      de: [
        like`^(?:ersetze?|ändere?) (?<old>${quoted}|\S[\s\S]{0,500}?) (?:durch|in|zu) (?<new>${quoted}|\S[\s\S]{0,500}?)(?<all>,? überall)? in (?:(?:der )?datei (?<path>${pathForm})|(?<bare>${namedForm}))(?<everywhere>,? überall)?\W*$`,
      ],
    },
    arguments: said => ({
      path: pathIn(said),
      old_text: inner(said['old']),
      new_text: inner(said['new']),
      ...defined({ all: (said['all'] ?? said['everywhere']) !== undefined ? true : undefined }),
    }),
    example: { en: 'replace milk with tea in notes.txt', de: 'ersetze Milch durch Tee in notizen.txt' },
  },
  {
    name: 'makeFolder',
    tool: 'execute_command',
    orders: true,
    patterns: {
      en: [
        like`^(?:make|create|add)(?: me)? (?:an? |the |another )?(?:(?:new|empty) )*(?:folder|directory) (?:(?:named|called) )?(?<path>${pathForm})[.!]?$`,
      ],
      de: [
        like`^(?:erstelle?|mache?|lege?)(?: mir)? (?:einen |den |ein |das )?(?:(?:neuen?|neues|leere[ns]?) )*(?:ordner|verzeichnis) (?:namens |mit (?:dem )?namen )?(?<path>${pathForm})(?: an)?[.!]?$`,
      ],
    },
    arguments: said => ({ command: `mkdir -- ${inShell(pathIn(said))}` }),
    example: { en: 'make a folder called photos', de: 'erstelle einen Ordner namens fotos' },
  },
  {
    name: 'erase',
    tool: 'execute_command',
    orders: true,
    patterns: {
      en: [
        like`^(?:delete|remove|erase|get rid of|trash) (?:(?:the |my )?(?<folder>folder|directory) (?<path>${pathForm})${contents}|(?:the |my )?(?:text )?file (?<file>${pathForm})|(?:the |my )?(?<bare>${namedForm}))(?: again)?[.!]?$`,
        like`^(?:delete|remove|erase|get rid of|trash) (?:the |my )?(?<path>(?!(?:the|that|this|my) )${pathForm}) (?<folder>folder|directory)${contents}(?: again)?[.!]?$`,
      ],
      de: [
        like`^(?:lösche?|entferne?) (?:(?:den |meinen )?(?<folder>ordner|das verzeichnis|verzeichnis) (?<path>${pathForm})${contents}|(?:die |meine )?(?:text)?datei (?<file>${pathForm})|(?:die |meine )?(?<bare>${namedForm}))(?: wieder)?[.!]?$`,
      ],
    },
    looksForFolder: said => (said['folder'] === undefined ? undefined : inWorkspace(pathIn(said))?.split('/').at(-1)),
    choose({ file, ...said }, { earlier }, language) {
      const path = pathIn({ ...said, path: file ?? said['path'] });
      const isFolder = said['folder'] !== undefined;
      if (isFolder && isMissing(path, earlier.result)) return { say: workTexts(language).noSuchFolder(path) };
      return {
        tool: 'execute_command',
        arguments: { command: `rm ${isFolder ? '-r ' : ''}-- ${inShell(path)}` },
      };
    },
    example: { en: 'delete the file notes.txt', de: 'lösche die Datei notizen.txt' },
  },
  {
    // no request of its own: the first half of the one above
    name: 'findFolder',
    tool: 'list_files',
    patterns: { en: [], de: [] },
    arguments: ({ glob = '' }) => ({ glob }),
  },
  {
    name: 'move',
    tool: 'execute_command',
    orders: true,
    patterns: {
      en: [
        like`^(?:(?<copies>copy|duplicate)|rename|move) (?:the |my )?(?:file )?(?<bare>${namedForm}) (?:to|into|as) (?<other>${namedForm})$`,
      ],
      de: [
        like`^(?:(?<copies>kopiere?)|benenne?|verschiebe?) (?:die |meine )?(?:datei )?(?<bare>${namedForm}) (?:in|nach|zu|als) (?<other>${namedForm})(?: um)?$`,
      ],
    },
    arguments: ({ copies, bare, other }) => ({
      command: moving(copies === undefined ? 'mv' : 'cp', pathIn({ bare }), pathIn({ bare: other })),
    }),
    example: { en: 'rename notes.txt to old.txt', de: 'benenne notizen.txt in alt.txt um' },
  },
  {
    name: 'whereFile',
    tool: 'list_files',
    patterns: {
      en: [
        like`^where (?:is|did you (?:put|save|write)|lies|do I find|can I find|are)(?: (?:the |my )?(?:text )?file (?<path>${pathForm})|(?: the| my)? (?<bare>${namedForm}))(?: on (?:my|the|this) (?:disk|drive|computer|machine))?\W*$`,
        like`^(?:find|locate|look for) (?:(?:the |my )?(?:text )?file (?<path>${pathForm})|(?<bare>${namedForm}))\W*$`,
      ],
      de: [
        like`^wo (?:ist|liegt|finde ich|hast du)(?: (?:die |meine )?(?:text)?datei (?<path>${pathForm})|(?: die| meine)? (?<bare>${namedForm}))(?: auf (?:meiner|der) (?:fest)?platte| auf (?:meinem|dem|diesem) (?:rechner|computer))?(?: gespeichert| hingelegt)?\W*$`,
        like`^(?:finde?|suche?) (?:(?:die |meine )?(?:text)?datei (?<path>${pathForm})|(?<bare>${namedForm}))\W*$`,
      ],
    },
    arguments: said => ({ glob: pathIn(said).split('/').at(-1) ?? '' }),
    example: { en: 'where is notes.txt?', de: 'wo ist notizen.txt?' },
  },
  {
    name: 'read',
    tool: 'read_file',
    orders: true,
    patterns: {
      en: [
        like`^(?:read|open|show|print|display)(?: me)? (?:the |my )?(?:text )?file (?<path>${pathForm})(?: (?:to|for) me)?\W*$`,
        like`^(?:read|open|show|print|display|cat)(?: me)?(?: what(?:['’]s| is| stands) in)? (?:the |my )?(?<bare>${namedForm})\W*$`,
        like`^what(?: is|'s| stands| does it say) in (?:the |my )?(?<bare>${namedForm})\W*$`,
        like`^what(?: is|'s| stands) in (?:the |my )?file (?<path>${pathForm})\W*$`,
        like`^what does (?:the |my )?file (?<path>${pathForm}) (?:say|contain|hold)\W*$`,
      ],
      de: [
        like`^(?:lies|öffne|zeige?)(?: mir)? (?:die |meine )?datei (?<path>${pathForm})(?: vor)?\W*$`,
        like`^(?:lies|öffne|zeige?)(?: mir)?(?: was in)? (?:die |meine )?(?<bare>${namedForm})(?: vor| steht| an)?\W*$`,
        like`^was steht in (?:der |meiner )?(?<bare>${namedForm})\W*$`,
        like`^was steht in (?:der |meiner )?datei (?<path>${pathForm})\W*$`,
      ],
    },
    arguments: said => ({ path: pathIn(said) }),
    example: { en: 'read the file notes.txt', de: 'lies die Datei notizen.txt' },
  },
  {
    name: 'list',
    tool: 'list_files',
    orders: true,
    patterns: {
      en: [
        like`^(?:list|show)(?: me)? (?:all )?(?:the |my |your |all )?(?:(?<ending>${endings}) )?files(?: (?:in|of|from|under) (?:the |my )?(?:folder )?(?<path>${pathForm}))?\W*$`,
        like`^what(?: is|'s| do you have| lies| is there) in (?:the |my |your )?workspace(?: folder)?\W*$`,
        like`^(?:which|what) files (?:are there|do (?:you|I|we) have|have (?:you|I) (?:got)?)(?: in (?:the |my )?(?:folder )?(?<path>${pathForm}))?\W*$`,
      ],
      de: [
        like`^(?:liste|zeige?)(?: mir)? (?:alle |die |meine |deine )*(?:(?<ending>${endings})-?)?dateien(?: (?:in|aus|von) (?:dem |der |im )?(?:ordner )?(?<path>${pathForm}))?(?: auf)?\W*$`,
        like`^was (?:ist|liegt|hast du) (?:in deinem |in meinem |im )(?:workspace|arbeitsordner)\W*$`,
        like`^welche dateien (?:gibt es|hast du|habe ich|haben wir|liegen da)(?: in (?:dem |der )?(?:ordner )?(?<path>${pathForm}))?\W*$`,
      ],
    },
    arguments: said => ({
      ...folderIn(said),
      ...defined({ glob: said['ending'] !== undefined ? `*.${said['ending'].toLowerCase()}` : undefined }),
    }),
    example: { en: 'list the files', de: 'liste die Dateien auf' },
  },
  {
    name: 'search',
    tool: 'search_files',
    orders: true,
    patterns: {
      en: [
        like`^(?:search|look through|look in) (?:through )?(?:all )?(?:the |my |your )?files(?: (?:in|of) (?:the )?(?:folder )?(?<path>${pathForm}))? for (?<text>${quoted}|\S[\s\S]{0,500}?)[.!?]*$`,
        like`^(?:search(?: for)?|find|look for) (?<text>${quoted}|\S[\s\S]{0,500}?) in (?:all )?(?:the |my |your )?files[.!?]*$`,
      ],
      de: [
        like`^durchsuche? (?:alle )?(?:die |meine |deine )?dateien nach (?<text>${quoted}|\S[\s\S]{0,500}?)[.!?]*$`,
        like`^suche?(?: nach)? (?<text>${quoted}|\S[\s\S]{0,500}?) in (?:den|meinen|allen) dateien[.!?]*$`,
        like`^suche? in (?:den|meinen|allen) dateien nach (?<text>${quoted}|\S[\s\S]{0,500}?)[.!?]*$`,
      ],
    },
    arguments: said => ({ text: inner(said['text']), ignore_case: true, ...folderIn(said) }),
    example: { en: 'search the files for milk', de: 'durchsuche die Dateien nach Milch' },
  },
  {
    name: 'send',
    tool: 'send_file',
    orders: true,
    patterns: {
      en: [
        like`^(?:send|give)(?: me)? (?:the |my )?file (?<path>${pathForm})(?: to me)?\W*$`,
        like`^send(?: me)? (?<bare>${namedForm})(?: to me)?\W*$`,
      ],
      de: [
        like`^(?:schicke?|sende?|gib) mir (?:die |meine )?datei (?<path>${pathForm})(?: zu)?\W*$`,
        like`^(?:schicke?|sende?) mir (?<bare>${namedForm})(?: zu)?\W*$`,
      ],
    },
    arguments: said => ({ path: pathIn(said) }),
    example: { en: 'send me the file notes.txt', de: 'schick mir die Datei notizen.txt' },
  },
];

/** A folder of the workspace by its path there; undefined: it lies elsewhere, or nobody can tell. */
function inWorkspace(path: string): string | undefined {
  const within = path.replace(/^(?:\/workspace\/|\.\/)/, '').replace(/\/+$/, '');
  return /^[\p{L}\p{N} _.-]+(?:\/[\p{L}\p{N} _.-]+)*$/u.test(within) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(within)
    ? within
    : undefined;
}

/** Of a folder: a whole list of those of its name is there, and it is not among them. */
function isMissing(path: string, listed = ''): boolean {
  const within = inWorkspace(path);
  const [head = '', ...lines] = listed.split('\n');
  if (
    within === undefined ||
    !/^\/workspace: \d+ entr/.test(head) ||
    lines.some(line => line.startsWith('[') && !line.startsWith('[on '))
  )
    return false;
  return !lines.some(line => /^(\S.*?)\/? {2,}/.exec(line)?.[1] === within);
}

/** The path that was said, without marks around it. */
export function pathIn({ path: found, bare }: Said): string {
  return bareOf(found ?? bare ?? '').replace(/[.!?]+$/, '');
}

/** The folder, where another than the workspace is named. */
function folderIn(said: Said): JsonObject {
  const folder = pathIn(said);
  if (folder === '' || /^workspace$/i.test(folder)) return {};
  return { path: /^scripts$/i.test(folder) ? '/scripts' : folder };
}

/** A list is kept in a file of its name. */
export function fileOf(list: string): string {
  return `${list.trim().toLowerCase().replaceAll(/\s+/g, '-')}.txt`;
}

/** "milk, eggs and bread" is a line each. */
export function itemsIn(items: string): readonly string[] {
  return items
    .split(/\s*[,;]\s*(?:(?:and|und)\s+)?|\s+(?:and|und)\s+/i)
    .map(inner)
    .filter(item => item !== '');
}

/** "mit Eiern" is a line "Eier". Most endings say nothing of the case ("Nudeln"); what is not sure stays as it was said. */
export function nominative(item: string): string {
  const [, many = '', word = ''] = /^((?:\S+ )?)(\p{L}+)$/u.exec(item) ?? [];
  if (
    /(?:eier|kinder|kräuter|gläser|blätter|becher|tücher|bücher|hörner|körner|lichter|bänder|bretter|räder|äpfel)n$/i.test(
      word,
    )
  )
    return `${many}${word.slice(0, -1)}`;
  if (/(?:nüsse|brote|würste|säfte|pilze|kekse|fische|stifte|salate|schwämme|weine|biere)n$/i.test(word))
    return `${many}${word.slice(0, -1)}`;
  return item;
}

function address(found: string): string {
  const whole = found.replace(/[.,;:!?'’)]+$/, '');
  return /^https?:/i.test(whole) ? whole : `https://${whole}`;
}

export function inner(text = ''): string {
  return bareOf(text.trim());
}

/** Without quotation marks; apostrophes count as such around a whole. */
function bareOf(text: string): string {
  return unquoted(/^'([^']+)'$/.exec(text)?.[1] ?? text);
}

/** A text file ends with a line feed. */
export function ended(content: string): string {
  return content.endsWith('\n') ? content : `${content}\n`;
}

/** What lies there already is never written over. */
export function moving(program: 'mv' | 'cp', path: string, other: string): string {
  const [from, to] = [inShell(path), inShell(other)];
  return `if test -e ${to}; then echo ${inShell(`${other}: a file of that name is there already`)} >&2; exit 1; fi; ${program} -- ${from} ${to}`;
}

/** The name that a command of `moving` has given a file, or one that makes a folder. */
export function nameGiven(command: string): string | undefined {
  const [, quoted, bare] =
    /(?:; fi; (?:mv|cp) -- .* |^mkdir -- )(?:'((?:[^']|'\\'')+)'|([\w./-]+))$/.exec(command) ?? [];
  return bare ?? quoted?.replaceAll(String.raw`'\''`, "'");
}

/** A word for the shell, which changes nothing in it. */
export function inShell(text: string): string {
  return /^[\w./][\w./-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
