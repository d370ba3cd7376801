/**
 * After the reply: what it says that was done.
 *
 * A sentence that stands for itself ("Saved.", "The file was created.") says so only of what was requested; one whose
 * subject is the reply's own I says so of itself. Questions, quotes, conditions, denials, intentions and what was
 * earlier say nothing.
 */

import type { Provable } from '../conversation/claim-kinds.ts';
import { clausePasses, sentencesOf, wholePasses } from '../conversation/claims.ts';
import { pathsIn, targetsIn } from './requested.ts';

/** One sentence that says that something was done. */
export interface Statement {
  /** Word for word. */
  readonly text: string;
  /** What it may say was done; empty: no more than that all is done. */
  readonly deeds: readonly Provable[];
  /** The files that it says it of. */
  readonly paths: readonly string[];
  /** It says: I. */
  readonly isOwn: boolean;
  /** It says that it worked. */
  readonly isSuccess: boolean;
}

export interface Said {
  readonly statements: readonly Statement[];
  /** The reply says of something that it is not done, or went wrong. */
  readonly admits: boolean;
}

const word = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');

/** Words that say of a deed that it was done, in both languages. */
const words: readonly (readonly [Provable, RegExp])[] = [
  [
    'writeFile',
    word(
      'created|written|wrote|saved|updated|edited|changed|added|renamed|moved|fixed|replaced|appended|corrected|stored|generated|copied|shortened|sorted|translated|merged|inserted|rewritten|rewrote|put|made|in place|now contains?|now exists?|now holds?|erstellt|geschrieben|gespeichert|aktualisiert|bearbeitet|geändert|ergänzt|umbenannt|verschoben|ersetzt|korrigiert|angelegt|abgelegt|hinzugefügt|eingetragen|kopiert|übersetzt|gekürzt|sortiert|angepasst|überarbeitet|eingefügt|angehängt|steht jetzt|liegt jetzt|enthält jetzt|behoben|repariert',
    ),
  ],
  ['deleteFile', word('deleted|removed|erased|gone|gelöscht|entfernt|weg')],
  [
    'remember',
    word(
      'saved|noted|remembered|stored|recorded|memori[sz]ed|(?:in|to) (?:my |your )?memory|written down|gemerkt|merke ich mir|notiert|gespeichert|vermerkt|festgehalten|im Gedächtnis',
    ),
  ],
  [
    'send',
    word(
      'sent|mailed|e-?mailed|forwarded|on its way|delivered|is out|has gone out|went out|geschickt|gesendet|verschickt|versendet|versandt|raus|weitergeleitet|unterwegs|abgeschickt|zugestellt',
    ),
  ],
  [
    'schedule',
    word(
      "scheduled|set|set up|planned|in place|active|created|(?:I'll|I will) (?:remind|wake) you|you(?:'ll| will) (?:get|be|have)|gestellt|eingerichtet|geplant|angelegt|eingeplant|steht|aktiv|ich (?:erinnere|wecke) dich|werde ich dich|ich werde dich|erstellt",
    ),
  ],
  [
    'runCommand',
    word('ran|run|executed|completed|launched|finished|succeeded|ausgeführt|gelaufen|gestartet|durchgelaufen'),
  ],
  [
    'makeTool',
    word('created|built|ready|available|written|made|erstellt|gebaut|geschrieben|angelegt|verfügbar|einsatzbereit'),
  ],
];

const passing =
  /\b(?:tests?|test suite|suite)\b.{0,60}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|run(?:s)? through|went through|works?|ok)\b|\ball (?:tests )?(?:are |is )?green\b|\b(?:passed|passing)\b.{0,20}\btests?\b|(?<!\p{L})(?:Tests?|Testsuite|Testlauf)(?!\p{L}).{0,60}(?<!\p{L})(?:laufen|läuft|liefen|lief|bestehen|besteht|grün|bestanden|durchgelaufen|erfolgreich|gehen durch|geht durch|klappen)(?!\p{L})|(?<!\p{L})alles grün(?!\p{L})/iu;

const all =
  /^(?:\W*(?:great|perfect|sure|ok(?:ay)?|yes|alright|good news|super|gut|ja|klar|alles klar|prima|gern(?:e)?)[,:!.]?\s+)*(?:all |everything(?:'s| is| has been| was)? |that's |that is |it's |it is |this is |the (?:task|job|work) is |consider it |i'm |i am |we're |alles |das ist |es ist |ist |die aufgabe ist |bin |schon )?(?:(?:now|all|jetzt|nun|soweit|alles) )?(?:done|finished|complete|completed|ready|all set|taken care of|sorted|in place|erledigt|fertig|geschafft|abgeschlossen|vollbracht|bereit|passiert)\b|\b(?:is|are|has been|have been|was|were) (?:all |now |both )*(?:done|finished|completed?|taken care of|in place)\b|\bI(?:'ve| have)? (?:just |now |also )*(?:done|finished|completed|taken care of|took care of|handled|did) (?:it|that|this|everything|all|both|the|your|what)\b|\b(?:wurden?|ist|sind|habe)\b.{0,60}(?<!\p{L})(?:erledigt|fertig|abgeschlossen|umgesetzt|gemacht)(?!\p{L})|\b(?:as (?:requested|you requested|you wanted)|wie (?:gewünscht|verlangt|besprochen|gebeten))\b|\bhere you go\b/iu;

const success =
  /\b(?:success(?:ful(?:ly)?)?|succeeded|worked|works|went (?:through|well|fine)|without (?:any )?(?:errors?|problems?|issues?)|no (?:errors?|problems?|issues?)|(?:exit(?:ed)?|ended) (?:code |with )*0)\b|(?<!\p{L})(?:erfolgreich|geklappt|funktioniert|ohne (?:Fehler|Probleme)|fehlerfrei|keine Fehler|reibungslos)(?!\p{L})/iu;

const harmless =
  /\b(?:no|without(?: any)?|zero|0) (?:errors?|problems?|issues?|failures?|failing tests?)\b|\bnothing (?:else|more|left|further)\b|\bno (?:further|more|other)\b|\bnot only\b|\bif you need\b.*|\bno worries\b|\bno problem\b|(?<!\p{L})(?:ohne|keine) (?:Fehler|Probleme|weiteren?)(?!\p{L})|(?<!\p{L})nicht nur(?!\p{L})|\bkein Problem\b/giu;

const admitting =
  /\b(?:not|never|cannot|unable|fail(?:ed|s|ing|ure)?|errors?|denied|refused|waiting|waits|approval|pending|instead|except|unfortunately|partly|partially|half|missing|remains?|stopped|skipped|incomplete|open|rejected|unknown|first|nobody|nothing)\b|n't\b|(?<!\p{L})(?:nicht|kein\w*|nie|konnte|fehlgeschlagen|scheiter\w*|gescheitert|Fehler|abgelehnt|verweigert|wartet|Freigabe|stattdessen|außer|leider|teilweise|Hälfte|fehlt|fehlen|offen|abgebrochen|übersprungen|unvollständig|unbekannt|erst|nichts)(?!\p{L})/iu;

const ahead =
  /\b(?:will be|shall|would|going to|to be|can|could|let me|want to|need to|plan to|about to|should|may|might|must)\b|(?<!\p{L})(?:wird|werden|kann|könnte|soll|sollte|möchte|müsste|muss|würde)(?!\p{L})|\bI(?:'ll| will) (?!(?:remind|wake) you)|\bich werde (?!dich)/iu;
const ofOthers = /^(?:you|he|she|they|someone|somebody|du|er|sie|ihr|jemand|wer)\b/i;

/** What the reply says. Text beyond 20 000 characters is not looked at. */
export function saidIn(reply: string): Said {
  const statements: Statement[] = [];
  let admits = false;
  for (const { text, bare } of sentencesOf(reply.slice(0, 20_000))) {
    const plain = bare
      .replaceAll('’', "'")
      .replace(/[*_#]+/g, '')
      .replace(/^[\s\d.)•✅✓✔+-]+/u, '')
      .replace(harmless, ' ');
    if (admitting.test(plain)) {
      admits = true;
      // "a.txt is written, b.txt could not be" says of the first that it is done
      if (!/[,;:–—]| but | and | aber | und /.test(plain)) continue;
    }
    if (wholePasses.test(plain)) continue;
    for (const clause of admitting.test(plain) ? partsOf(plain, text) : [{ plain, text }]) {
      const made = statement(clause.plain, clause.text, text);
      if (made) statements.push(made);
    }
  }
  return { statements, admits };
}

/** The clauses of a sentence that deny nothing. */
function partsOf(plain: string, text: string): readonly { readonly plain: string; readonly text: string }[] {
  const split = /[,;–—]\s+|\s(?:but|aber|while|während|and|und)\s/iu;
  const texts = text.split(split);
  return plain
    .split(split)
    .flatMap((part, at) => (admitting.test(part) ? [] : { plain: part.trim(), text: texts[at] ?? part }));
}

function statement(plain: string, of: string, whole: string): Statement | undefined {
  if (
    plain === '' ||
    ahead.test(plain) ||
    ofOthers.test(plain) ||
    clausePasses.test(plain.replace(/\bI(?:'ll| will) (?:remind|wake)/i, ''))
  ) {
    if (!/^(?:You'll|You will) (?:get|be|have)\b/i.test(plain)) return undefined;
  }
  // names of files may hold such words
  const without = pathsIn(plain).reduce((rest, { path }) => rest.replace(path, '…'), plain);
  const deeds = words.flatMap(([deed, pattern]) => (pattern.test(without) ? deed : []));
  const found: readonly Provable[] = passing.test(without) ? [...deeds, 'passTests'] : deeds;
  if (found.length === 0 && !all.test(without)) return undefined;
  return {
    text: whole,
    deeds: found,
    paths: targetsIn(of),
    isOwn: /\bI\b|(?<!\p{L})ich(?!\p{L})/iu.test(plain),
    isSuccess: success.test(whole),
  };
}

/** Does it say that all that was requested is done? */
export function isAll({ deeds, text }: Statement): boolean {
  return deeds.length === 0 || all.test(text);
}

/** The sentences of a reply that say that something was done, each with the first deed it may mean. */
export function statementsOf(reply: string): readonly { readonly sentence: string; readonly deed: string }[] {
  return saidIn(reply).statements.map(({ text, deeds: [deed = 'other'] }) => ({ sentence: text, deed }));
}

/** Does a sentence stand in a reply, whatever its spaces? */
export function sentenceIn(reply: string, sentence: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return plain(sentence) !== '' && plain(reply).includes(plain(sentence));
}
