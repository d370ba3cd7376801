/**
 * Before the work: what the owner's words ask for that leaves a trace, and what would prove it.
 *
 * Rules and no model, in English and German. In doubt nothing is requested: a question, a wish to be told something, a
 * condition and a text in quotation marks ask for no deed.
 */
import type { Provable } from '../conversation/claim-kinds.ts';

export interface RequestedDeed {
  readonly deed: Provable;
  /** The files that it is about, as they stand in the words; empty: none is named. */
  readonly paths: readonly string[];
}

export interface Requested {
  readonly deeds: readonly RequestedDeed[];
  /** Files of tests are to be written or changed. */
  readonly ofTests: boolean;
}

export const nothingRequested: Requested = { deeds: [], ofTests: false };

/** A name of a file with its ending, not part of an address. */
const pathWords = /(?<![\w@/.:-])(?:\.{0,2}\/)?(?:[\w-]+\/)*[\w-][\w.-]*\.[A-Za-z][A-Za-z0-9]{0,5}(?![\w/@-])/g;
/** Endings of names that look like those of files and are none. */
const notFiles = /\.(?:com|org|net|de|at|ch|io|eu|uk|info|app|dev)$|^(?:e\.g|i\.e|z\.B|d\.h|u\.a|node\.js)$/i;

/** The names of files in a text, in their order. */
export function pathsIn(text: string): readonly { readonly path: string; readonly at: number }[] {
  return [...text.slice(0, 4_000).matchAll(pathWords)]
    .map(({ 0: path, index }) => ({ path: path.replace(/^\.\//, '').replace(/^\/?workspace\//, ''), at: index }))
    .filter(({ path }) => !notFiles.test(path));
}

const source =
  /(?:\b(?:of|from|about|using|with|than|like|by|read|see|into which|aus|von|über|mit|wie|anhand|lies|laut|in which)\b|\bbased on)(?: (?:the|a|my|this|file|der|die|das|dem|den|meiner?|Datei))*\s*[`"“„]?$/i;
const joined = /^[`"”“]?\s*(?:,|and|und|&|or|oder|, and|sowie)\s*(?:the |die |der )?(?:file |Datei )?[`"“„]?$/i;

/** Of the files in a text those that something becomes of: none that it is only made from. */
export function targetsIn(text: string): readonly string[] {
  const found = pathsIn(text);
  const targets: string[] = [];
  let isSource = false;
  for (const [at, one] of found.entries()) {
    const before = found[at - 1];
    const between = before && text.slice(before.at + before.path.length, one.at);
    if (!(between !== undefined && joined.test(between))) isSource = source.test(text.slice(0, one.at));
    if (!isSource) targets.push(one.path);
  }
  return [...new Set(targets)];
}

/** Is it, by its name, a file of tests? */
export function isTestFile(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|specs?)\/|(?:^|\/)(?:test_[^/]*|[^/]*[._-](?:tests?|spec))\.[a-z0-9]+$/i.test(
    path,
  );
}

const writes =
  /\b(?:write|create|make|save|put|add|append|edit|change|update|replace|fix|rename|move|copy|insert|correct|rewrite|generate|store|translate|shorten|sort|merge)\b|(?<!\p{L})(?:schreib\w*|erstell\w*|leg\w*|speicher\w*|änder\w*|ergänz\w*|ersetz\w*|füg\w*|korrigier\w*|benenn\w*|verschieb\w*|kopier\w*|überarbeit\w*|aktualisier\w*|trag\w*|übersetz\w*|kürz\w*|beheb\w*|streich\w*|sortier\w*|mach\w*|pack\w*)(?!\p{L})/iu;
const deletes = /\b(?:delete|remove|erase)\b|(?<!\p{L})(?:lösch\w*|entfern\w*)(?!\p{L})/iu;
const ofFile = /\b(?:files?|folders?|director(?:y|ies))\b|(?<!\p{L})(?:Datei(?:en)?|Ordner|Verzeichnis)(?!\p{L})/iu;
const ofTest = /\btests?\b|\btest suite\b|(?<!\p{L})(?:Tests?|Testsuite)(?!\p{L})/iu;
const toPass =
  /\b(?:fix|run|pass(?:es)?|green|repair|work|succeed|make sure|rerun|execute|get)\b|(?<!\p{L})(?:lauf\w*|läuf\w*|führ\w*|reparier\w*|beheb\w*|grün|besteh\w*|sorg\w*|bring\w*|lass\w*)(?!\p{L})/iu;
const runs =
  /\b(?:run|execute|launch)\b.*(?:`|\b(?:commands?|scripts?|programs?|build|\S+\.(?:sh|py|js|ts|rb))\b)|(?<!\p{L})(?:führ\w*|starte?)(?!\p{L}).*(?:`|(?<!\p{L})(?:Befehle?|Skripte?|Programme?|Build|\S+\.(?:sh|py|js|ts|rb))(?!\p{L}))/iu;
const remembers =
  /^(?:please |also |and )*(?:remember|note(?: down)?|keep in m[i]nd|memori[sz]e|don't forget|do not forget)\b|\bsave\b.*\bmemory\b|(?<!\p{L})(?:merk\w* dir|notier\w*|vergiss nicht|speicher\w*.*Gedächtnis)(?!\p{L})/iu;
const sends =
  /\b(?:send|mail|e-?mail|forward)\b(?! (?:address|is|was|from|server))|(?<!\p{L})(?:schick\w*|send(?:e|est)?|versende?|verschick\w*|maile?|leite? .*weiter)(?!\p{L})/iu;
const schedules =
  /\b(?:remind me|wake me|schedule)\b|\bset (?:up )?(?:a|an|the|my) (?:\S+ )?(?:reminder|alarm|timer|job)\b|\bevery (?:day|morning|evening|night|week|month|hour|mon|tues|wednes|thurs|fri|satur|sun)|(?<!\p{L})(?:erinner\w* mich|weck\w* mich|plan\w* .*ein|(?:stell|richt|leg)\w* .*(?:Wecker|Timer|Erinnerung|Termin|Job|Aufgabe)|jede[nrs]? (?:Tag|Morgen|Abend|Woche|Stunde|Monat|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag))(?!\p{L})/iu;
const makesTool =
  /\b(?:make|create|write|build)\b (?:(?:a|an|me|the|new|small|little|simple)\s+){0,4}tool\b|(?<!\p{L})(?:bau|schreib|erstell)\w* .{0,30}(?:Werkzeug|Tool)(?!\p{L})/iu;

/** It asks to be told something, or for what may be. */
const requestsNothing =
  /^(?:if|when|how|what|why|who|where|which|explain|tell me|show me|should i|do i|did|have you|has|is|are|was|were|can i|imagine|suppose|wenn|falls|wie|was|warum|wer|wo|wann|welche\w*|erklär\w*|sag mir|zeig\w*|soll ich|habe? (?:ich|du)|hast|ist|sind|war|angenommen|stell dir)\b/i;
const mayAsk = /^(?:can|could|would|will|kannst|könntest|würdest|magst) (?:you|du)\b/i;
/** What is not to be done, and what was done, asks for nothing. */
const denies =
  /\b(?:do not|don't|never|without|no need|not yet|nicht|kein\w*|niemals|ohne)\b|^(?!.*\b(?:that|dass)\b).*\b(?:later|später)\b|\b(?:yesterday|gestern|already|bereits|schon)\b/i;
const notDenied = /\b(?:do not|don't) forget\b|\bvergiss nicht\b/i;

/** What these words of the owner ask for. Text beyond 4 000 characters is not looked at. */
export function requestedOf(words: string): Requested {
  const deeds: RequestedDeed[] = [];
  let ofTests = false;
  for (const clause of clausesOf(words.slice(0, 4_000))) {
    const bare = clause.replace(/"[^"]{1,400}"|“[^”]{1,400}”|„[^“”]{1,400}[“”]/g, '…');
    const isTest = ofTest.test(bare.replace(pathWords, '…'));
    const targets = targetsIn(clause);
    if (remembers.test(bare)) {
      deeds.push({ deed: 'remember', paths: [] });
      continue;
    }
    if (schedules.test(bare)) {
      deeds.push({ deed: 'schedule', paths: [] });
      continue;
    }
    if (makesTool.test(bare)) {
      deeds.push({ deed: 'makeTool', paths: [] });
      continue;
    }
    const isWrite = writes.test(bare);
    if (isWrite && (isTest || targets.some(isTestFile)) && !/\b(?:fix|make)\b|(?<!\p{L})mach/iu.test(bare))
      ofTests = true;
    if (isTest && toPass.test(bare)) deeds.push({ deed: 'passTests', paths: [] });
    else if (runs.test(bare)) deeds.push({ deed: 'runCommand', paths: [] });
    else if (sends.test(bare)) deeds.push({ deed: 'send', paths: [] });
    else if (
      deletes.test(bare) &&
      (targets.length > 0 || ofFile.test(bare)) &&
      !/\b(?:from|in|out of|aus)\b/i.test(bare)
    )
      deeds.push({ deed: 'deleteFile', paths: targets });
    else if ((isWrite || deletes.test(bare)) && (targets.length > 0 || ofFile.test(bare)))
      deeds.push({ deed: 'writeFile', paths: movedTo(bare, targets) });
  }
  return { deeds, ofTests };
}

/** Of a file that is moved or copied the new name counts. */
function movedTo(clause: string, targets: readonly string[]): readonly string[] {
  return /\b(?:rename|move|copy)\b|(?<!\p{L})(?:benenn|verschieb|kopier)/iu.test(clause) ? targets.slice(-1) : targets;
}

const verbs = `${writes.source}|${deletes.source}|\\b(?:run|send|remember|remind)\\b|(?<!\\p{L})(?:führ|schick|erinner|merk)`;
const nextVerb = new RegExp(
  `(?:,|;|\\band\\b|\\bthen\\b|\\bund\\b|\\bdann\\b)\\s+(?:then |dann |also |auch )?(?=${verbs})`,
  'giu',
);

/** "Tell me the weather every morning" asks for more than an answer. */
function isOrder(sentence: string): boolean {
  return (
    !sentence.endsWith('?') &&
    (!requestsNothing.test(sentence) || (/^(?:tell|show|sag|zeig)/i.test(sentence) && schedules.test(sentence)))
  );
}

/** Sentences, and in them what each verb is about. */
function clausesOf(words: string): readonly string[] {
  return words
    .replace(/```[\s\S]*?```/g, ' ')
    .split('\n')
    .filter(line => !/^\s*>/.test(line))
    .flatMap(line => line.split(/(?<=[.!?])\s+/))
    .map(sentence => sentence.trim().replace(/^(?:please|bitte|ok(?:ay)?|hi|hallo|hey|also|so),? /i, ''))
    .filter(sentence => mayAsk.test(sentence) || isOrder(sentence))
    .flatMap(sentence => sentence.split(nextVerb))
    .map(clause => clause.trim())
    .filter(clause => clause !== '' && (notDenied.test(clause) || !denies.test(clause)));
}
