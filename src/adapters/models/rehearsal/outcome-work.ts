/** What came of a call that made or used a tool, or worked with files and pages, once it is done. */
import type { JsonObject } from '../../../domain/text/json.ts';
import { pathIn } from './grammar/files.ts';
import { addedBy, lookedUp, pathOf } from './grammar/lists.ts';
import { otherOf } from './grammar/same-file.ts';
import { type Language, type Said, unquoted } from './intent.ts';
import { excerpt, fenced, fileLines, given, pageIn } from './output.ts';
import type { Step } from './plan.ts';
import { shapeDescribed } from './shapes/shapes.ts';
import { rehearsalTexts } from './texts/texts.ts';
import { toolResult, toolWords } from './texts/tool-words.ts';
import type { Called } from './turn.ts';

/** The line for one call of a step. */
export function workLine({ intent, language, said }: Step, { call, text }: Called, args: JsonObject): string {
  const texts = rehearsalTexts(language);
  const path = String(args['path'] ?? '');
  switch (intent?.name) {
    case 'make':
      return madeLine(args, text, language);
    case 'use':
      return texts.gave(call.name, given(text));
    case 'revert':
      return revertedLine(String(args['name'] ?? ''), text, language);
    case 'delete':
      return texts.deleted(String(args['name'] ?? ''));
    case 'show':
      return texts.shown(String(args['name'] ?? ''), fenced(text));
    case 'write':
    case 'fill':
      return writtenLine(path, args, { tool: call.name, text, language });
    case 'edit':
      return texts.edited(path, sizeIn(text, language));
    case 'append':
      return texts.appended(path, addedBy(said));
    case 'onList':
      return lookedUp(said, path, fileLines(text), language);
    case 'unlist': {
      const { content = '', instead } = said;
      return instead === undefined
        ? texts.takenOff(path, unquoted(content))
        : texts.exchanged(path, unquoted(content), unquoted(instead));
    }
    case 'erase':
      return texts.erased(
        said['list'] === undefined ? pathIn({ ...said, path: said['file'] ?? said['path'] }) : pathOf(said),
      );
    case 'makeFolder':
      return texts.folderMade(pathIn(said));
    case 'move':
      return movedLine(said, language);
    case 'size':
      return sizeLine(pathOf(said), text, language);
    case 'whereFile':
      return whereLine(pathOf(said), text, language);
    case 'send':
      return sentLine(path, text, language);
    case 'read':
      return texts.readFile(
        toolWords((text.split('\n')[0] ?? path).replace(/^\/workspace\//, ''), language),
        fenced(fileLines(text)),
      );
    case 'list':
    case 'search':
      return texts.found(fenced(toolResult(text, call.name, language)));
    case 'fetch':
      return pageLine(text, language);
    case 'post':
      return texts.posted(pageIn(text).url, excerpt(text).quote);
    default:
      return texts.didIt(call.name, given(text));
  }
}

/** From the words of create_tool, which speak to a model, to words for the owner. */
function madeLine(args: JsonObject, text: string, language: Language): string {
  const texts = rehearsalTexts(language);
  const name = String(args['name'] ?? '');
  const version = /, version (\d+)\./.exec(text)?.[1];
  if (version === undefined) return texts.didIt('create_tool', given(text));
  const commit = /\bCommitted as ([0-9a-f]{7,40})\b/.exec(text)?.[1] ?? '';
  const output = /^The test passed in [^\n]*Its output:\n([\s\S]*?)\n(?:It can be used|It stays)/m.exec(text)?.[1];
  const alike = /^Much like it: (.+?)\. If they do the same/m.exec(text)?.[1];
  const shape = shapeDescribed(String(args['description'] ?? ''));
  return [
    texts.made(name, version, commit),
    output === undefined ? texts.untested : testedLine(given(output), language),
    ...(/^# Added for a tool:/m.test(String(args['implementation'] ?? '')) ? [texts.wrapped] : []),
    ...(alike === undefined ? [] : [texts.alike(alike)]),
    /^It stays /m.test(text)
      ? texts.outOfUseStill
      : texts.tryIt(shape?.use[language] ?? exampleUse(name, args['parameters_schema'], language)),
  ]
    .join(' ')
    .replaceAll('\n ', '\n');
}

/** Nothing may stand behind the fence of a longer output. */
function testedLine(output: string, language: Language): string {
  return `${rehearsalTexts(language).testedWith(output)}${output.includes('\n') ? '\n' : '.'}`;
}

function exampleUse(name: string, schema: JsonObject[string] | undefined, language: Language): string {
  const { required = [], properties = {} } = (schema ?? {}) as { required?: string[]; properties?: object };
  const names = required.length > 0 ? required : Object.keys(properties);
  const [use, and] = language === 'de' ? ['benutze das Werkzeug', 'und'] : ['use the tool', 'and'];
  const [only] = names;
  if (only === undefined) return `${use} ${name}`;
  const on = language === 'de' ? 'auf' : 'on';
  return names.length === 1
    ? `${use} ${name} ${on}: …`
    : `${use} ${name} ${language === 'de' ? 'mit' : 'with'} ${names.map(one => `${one}=…`).join(` ${and} `)}`;
}

function revertedLine(name: string, text: string, language: Language): string {
  const texts = rehearsalTexts(language);
  const from = /is again as it was in ([0-9a-f]{7} \(.*?\))\./.exec(text)?.[1];
  if (from === undefined) return texts.didIt('revert_tool', given(text));
  const [, commit = '', version = ''] = /Committed as ([0-9a-f]{7}), version (\d+)/.exec(text) ?? [];
  const said = texts.reverted(name, version, commit, from);
  return text.includes('the owner is asked before it runs') ? `${said} ${texts.asksFirst}` : said;
}

/** A file that is new, one that has more lines now, or one that was replaced. */
function writtenLine(
  path: string,
  args: JsonObject,
  { tool, text, language }: { readonly tool: string; readonly text: string; readonly language: Language },
): string {
  const texts = rehearsalTexts(language);
  if (tool === 'edit_file') {
    const [old, now] = [args['old_text'], args['new_text']].map(part => String(part ?? '').split('\n'));
    return texts.addedTo(path, now?.filter(line => !old?.includes(line)) ?? []);
  }
  const before = /^Replaced \S.*?: (\d[^:]*?) before, now/.exec(text)?.[1];
  const size = sizeIn(text, language);
  return before === undefined || /^0 bytes/.test(before)
    ? texts.written(path, size)
    : texts.replaced(path, size, toolWords(`(${before})`, language).slice(1, -1));
}

/** ` (1 line, 9 bytes)`: how long the file is now, from the sentence of the tool that wrote it; empty where it does not say. */
function sizeIn(text: string, language: Language): string {
  const [head = ''] = text.split('\n');
  const size = (/ \(([^()]*)\)\.$/.exec(head) ?? /, now ([^:]*)\.$/.exec(head))?.[1];
  return size === undefined ? '' : toolWords(` (${size})`, language);
}

function sentLine(path: string, text: string, language: Language): string {
  const texts = rehearsalTexts(language);
  const where = /Tell the owner where it lies: (\S.*)$/.exec(text)?.[1];
  return where === undefined ? texts.sentFile(path) : texts.liesAt(path, where);
}

function pageLine(text: string, language: Language): string {
  const texts = rehearsalTexts(language);
  const { url, title, text: words } = pageIn(text);
  const { quote, more } = excerpt(words);
  return `${texts.page(url, title, quote)}${more > 0 ? `\n\n${texts.pageGoesOn(more)}` : ''}`;
}

/** From the list of what has that name to where it lies. */
function whereLine(path: string, text: string, language: Language): string {
  const texts = rehearsalTexts(language);
  const [head = '', ...lines] = text.split('\n');
  const folder = /^(\/\S+):/.exec(head)?.[1] ?? '/workspace';
  const found = lines.flatMap(line => /^(\S.*?) {2,}/.exec(line)?.[1] ?? []);
  const places = lines.flatMap(line => /^\[on the owner's disk: (.+)\]$/.exec(line)?.[1] ?? []);
  if (found.length === 0) return texts.noSuchFile(path);
  if (places.length > 0) return texts.liesOnDisk(places);
  return texts.liesIn(found.slice(0, 5).map(one => `${folder}/${one}`));
}

/** Which name a file has now, or its copy. */
function movedLine(said: Said, language: Language): string {
  const path = pathIn(said) || (said['recent'] ?? '');
  return rehearsalTexts(language).moved(path, otherOf(said, path, language), said['copies'] !== undefined);
}

/** From the list of what has that name to how large it is. */
function sizeLine(path: string, text: string, language: Language): string {
  const texts = rehearsalTexts(language);
  const found = [...text.matchAll(/^(\S.*?) {2,}(\d[\d.]* (?:bytes?|KB|MB)) {2,}/gm)].map(([, name = '', size = '']) =>
    texts.isLarge(name, language === 'de' ? germanSize(size) : size),
  );
  return found.length === 0 ? texts.noSuchFile(path) : found.slice(0, 5).join('\n');
}

function germanSize(size: string): string {
  return size.replace('.', ',').replace(/bytes?/, 'Byte');
}
