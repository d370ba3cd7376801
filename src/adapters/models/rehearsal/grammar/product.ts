/** Requests about Straylight itself, and to undo what was done last. */
import type { JsonObject } from '../../../../domain/text/json.ts';
import { type Intent, like } from '../intent.ts';

/** What is asked how to do. */
const verbs = {
  en: 'cancel|delete|remove|correct|change|switch|choose|back up|forget|approve|allow|deny|reject|set|make|create|build|write|use|connect|add|remind|remember|save|see|show|list|schedule|run|search|find|fetch|send|rename|copy|move|edit|replace|talk|speak|get (?:an? |the |another |real |other )*(?:reminder|file|list|tool|model|backup)',
  de: 'lösche?|entferne?|sage?|storniere?|beende?|korrigiere?|ändere?|wechsle|wechsel|wähle?|vergesse?|erlaube?|lehne?|genehmige?|gebe|setze?|stelle?|mache?|sichere?|bekomme?|baue?|erstelle?|schreibe?|benutze?|verbinde?|füge?|erinnere?|merke?|speichere?|sehe?|zeige?|liste?|plane?|führe?|suche?|finde?|hole?|schicke?|sende?|benenne?|kopiere?|verschiebe?|ersetze?|spreche?',
  /** As they stand at the end of a German sentence. */
  last: 'löschen|entfernen|absagen|abbestellen|stornieren|beenden|korrigieren|berichtigen|ändern|wechseln|wählen|vergessen lassen|erlauben|ablehnen|genehmigen|freigeben|setzen|stellen|machen|bauen|erstellen|anlegen|schreiben|benutzen|verbinden|hinzufügen|erinnern lassen|merken lassen|speichern|sehen|anzeigen|auflisten|planen|ausführen|suchen|finden|holen|schicken|senden|umbenennen|kopieren|verschieben|ersetzen|einstellen|einrichten',
} as const;

/** What can be asked about in general: no memory is meant. */
const things = {
  en: '(?:(?:my|your|the) )?(?:reminders?|jobs?|schedules?|alarms?|goals?|memor(?:y|ies)|(?:your )?(?:own )?tools?|approvals?|permissions?|files?|lists?|(?:web ?)?pages?|(?:the )?web(?:sites?)?|(?:the )?internet|(?:shell )?commands?|undo|undoing|backups?|telegram|(?:other |real )?models?|(?:the )?sandbox|my data)',
  de: '(?:(?:meine[nmr]?|deine[nmr]?|de[nmr]|die|das) )?(?:erinnerung(?:en)?|jobs?|wecker[n]?|zeitpläne[n]?|ziele?n?|gedächtnis|(?:eigenen )?werkzeuge?n?|tools?|freigaben?|datei(?:en)?|listen?|(?:web)?seiten?|netz|web|internet|befehle?n?|undo|rückgängig(?:machen)?|backups?|sicherung(?:en)?|telegram|modelle?n?|sandbox|meine[n]? daten)',
} as const;

/** What it can speak. */
const tongues = { en: '(?:german|english|deutsch)', de: '(?:(?:das )?deutsche?|(?:das )?englische?|german|english)' };

/** How thoroughly, and from where: it says nothing about what is asked. */
const wholly = {
  en: '(?: (?:completely|entirely|fully|totally|for good|for ever|forever|again|properly|cleanly|now|(?:from|off) (?:my|this|the) (?:computer|machine|disk|laptop|pc|mac|server)))*',
  de: '(?: (?:komplett|vollständig|ganz|gänzlich|endgültig|restlos|wieder|sauber|richtig|jetzt|(?:von|auf) (?:meinem|diesem|dem) (?:computer|rechner|laptop|pc|mac|server)))*',
} as const;

/** What is to be done once more: it was said before, or is only pointed at. */
const it = {
  en: '(?:it|that|this|the same(?: thing)?|(?:the|that|this|your|my) (?:(?:last|same) )?(?:one|thing|command|answer))',
  de: '(?:das|es|ihn|dasselbe|das ?(?:selbe|gleiche)|(?:de[nr]|die|das|diesen|deine) (?:(?:letzten?|selben?) )?(?:befehl|kommando|antwort))',
} as const;
/** What it may be asked whether it was done. */
const acted = {
  en: '(?:deleted?|removed?|erased?|created?|made?|written|write|saved?|changed?|edit(?:ed)?|renamed?|moved?|cop(?:y|ied)|sent|send|run|ran|undone|undo|cancel(?:l?ed)?|forg[eo]t(?:ten)?|do it|do that)',
  de: '(?:gelöscht|entfernt|erstellt|angelegt|gemacht|getan|geschrieben|gespeichert|geändert|umbenannt|verschoben|kopiert|geschickt|gesendet|ausgeführt|rückgängig gemacht|abgesagt|beendet|vergessen)',
} as const;
const onceMore = {
  en: '(?:again|once more|one more time)',
  de: '(?:noch ?(?:ein)?mal|nochmals|erneut|wieder)',
} as const;
const lead = {
  en: '(?:(?:yes|yeah|sure|just|go ahead and),? )*',
  de: '(?:(?:ja|einfach|gerne?),? )*',
} as const;

export const aboutProduct: readonly Intent[] = [
  {
    name: 'spending',
    tool: 'agent_status',
    elseWords: true,
    arguments: () => ({ about: 'spending' }),
    patterns: {
      en: [
        /^(?:how much (?:money )?(?:did|have|do) (?:I|we|you) (?:spend|spent|cost|use|used)(?: so far| today| this week)?|what (?:did|does|has|have) (?:it|this|that|you|all this) cost(?: me)?(?: so far| today)?|(?:what is|what's|show(?: me)?) (?:my |the |today's )?(?:spending|costs?|budget|usage)(?: so far| today)?|(?:my )?(?:spending|costs?|budget|usage)|how much (?:is|was) (?:that|it|this)|what (?:did|have|do) (?:I|we|you) (?:spend|spent|paid|pay)(?: so far| today| this week| on (?:this|you|models))?|what (?:am I|are we) spending|(?:how many )?tokens(?: (?:did|have) (?:I|we|you) (?:use|used|spent))?)\W*$/i,
      ],
      de: [
        /^(?:(?:was|wie ?viel(?:e)?(?: geld| tokens)?) (?:habe ich|haben wir|hast du)(?: heute| bisher| schon)? (?:ausgegeben|verbraucht|gekostet)|was (?:hat|kostet|kostest) (?:das|es|du|mich das)(?: heute| bisher| alles| hier| eigentlich)*(?: gekostet)?|(?:zeige?(?: mir)? )?(?:meine |die )?(?:ausgaben|kosten|budget))\W*$/i,
      ],
    },
    example: { en: 'how much did I spend?', de: 'wie viel habe ich ausgegeben?' },
  },
  {
    name: 'waiting',
    tool: 'agent_status',
    elseWords: true,
    arguments: () => ({ about: 'waiting' }),
    patterns: {
      en: [
        /^(?:what(?: is|'s|else)? (?:still )?(?:waits?|waiting|pending|open)(?: (?:for|on) (?:me|us|my (?:approval|answer)))?(?: now)?|(?:is there )?anything (?:waiting|pending|open)(?: for me)?|(?:anything|something) (?:to approve|for me)|what (?:do I have to|must I|should I) (?:approve|decide|answer)|(?:(?:show|list)(?: me)? )?(?:all |my |the )*(?:pending )?approvals|is (?:anything|something) (?:waiting|pending)(?: for me)?|(?:does )?(?:what|anything) (?:else )?needs? my (?:approval|answer|decision|ok|okay|yes))\W*$/i,
      ],
      de: [
        /^(?:was wartet(?: (?:auf mich|noch|gerade|hier))*|was steht (?:noch )?aus|worauf wartest du|gibt es etwas zu entscheiden|was ist (?:noch )?offen|was (?:muss|soll) ich (?:noch )?(?:freigeben|entscheiden|beantworten)|was braucht (?:noch )?(?:meine freigabe|mein ja)|(?:zeige?(?: mir)? )?(?:alle |meine |die |offene[n]? )*freigaben|wartet (?:etwas|noch etwas)(?: auf mich)?)\W*$/i,
      ],
    },
    example: { en: 'what waits for me?', de: 'was wartet auf mich?' },
  },
  {
    // which call undoes it depends on what was done last (context/undoing.ts)
    name: 'undoing',
    orders: true,
    patterns: {
      en: [
        /^(?:oh |no,? |oops,? |sorry,? |wait,? )*(?:(?:undo|revert|take back|reverse)(?: (?:that|this|it|everything|all|(?:the|my|your) last (?:change|turn|thing|message|action|step|one)|what you (?:just )?did|the change|(?:the|my|your) (?:last |latest )?change (?:to|of|in|on) (?:(?:the|my) )?(?:(?:file|folder) )?(?<of>[^\n]{1,60}?)))?(?: again)?|(?:bring|get) (?:the |my )?(?:file|folder) (?<of>[^\n]{1,60}?) back|(?:bring|get) back (?:the |my )?(?:file|folder) (?<of>[^\n]{1,60}?)|take (?:that|it|this) back|(?:bring|get|put) (?:it|that|this) back(?: (?:how|as) it was)?|(?:I )?did ?n['’o]?t mean (?:that|it|to(?: do that)?)|I did not mean (?:that|it))(?: please)?\W*$/i,
      ],
      de: [
        /^(?:oh |ups,? |nein,? |halt,? )*(?:mach(?:e)? (?:das|es|alles|die letzte änderung|die änderung|deine letzte änderung|(?:die|meine|deine) (?:letzte )?änderung (?:an|in|auf|von) (?:(?:der|dem|meiner) )?(?:(?:datei|ordner) )?(?<of>[^\n]{1,60}?))(?: bitte)?(?: wieder)? rückgängig|(?:hole?|bringe?) (?:die |den |meine[n]? )?(?:datei|ordner) (?<of>[^\n]{1,60}?) (?:wieder )?zurück|undo|(?:das |es |bitte |alles )*(?:wieder )?rückgängig(?: machen)?|nimm (?:das|es) (?:wieder )?zurück|stell (?:das|es) wieder her|das (?:wollte|meinte) ich nicht)(?: bitte)?\W*$/i,
      ],
    },
    example: { en: 'undo that', de: 'mach das rückgängig' },
  },
  {
    // what was asked before is asked once more (context/again.ts)
    name: 'again',
    orders: true,
    patterns: {
      en: [
        like`^${lead.en}(?<runs>run|execute|start|launch) ${it.en}(?:,? ${onceMore.en})?(?:,? please)?\W*$`,
        like`^${lead.en}(?:(?:do|try|say|show(?: me)?) ${it.en}(?: all| once)? ${onceMore.en}|(?:and )?(?:(?:try|do) )?${onceMore.en}|(?:repeat|retry|redo)(?: ${it.en})?|do the same(?: thing)?(?: again)?)(?:,? please)?\W*$`,
      ],
      de: [
        like`^${lead.de}(?:(?<runs>führe?) ${it.de}(?: bitte)?(?: ${onceMore.de})? aus|(?<runs>starte?|lass(?=.* laufen)) ${it.de}(?: bitte)?(?: ${onceMore.de})?(?: laufen)?)(?: bitte)?\W*$`,
        like`^${lead.de}(?:(?:mache?|tue?|zeige?(?: mir)?|versuche?|probiere?|sage?(?: mir)?)(?: ${it.de}|['’]s)(?: bitte)? ${onceMore.de}|(?:und )?${onceMore.de}|wiederhole?(?: ${it.de})?|(?:mach|tu) dasselbe(?: ${onceMore.de})?)(?: bitte)?\W*$`,
      ],
    },
    example: { en: 'do it again', de: 'mach das noch einmal' },
  },
  {
    // in all conversations
    name: 'done-then',
    tool: 'agent_status',
    elseWords: true,
    arguments: ({ when = 'today' }) => ({ about: 'done', when }),
    patterns: {
      en: [
        /^what (?:did|have) (?:you|we) (?:do|done|been doing|been up to)(?: for me)? (?<when>today|yesterday|this week|last week)\W*$/i,
      ],
      de: [
        /^was (?:hast du|haben wir)(?: für mich)? (?<when>heute|gestern|diese woche|letzte woche)(?: alles| schon| für mich)* (?:gemacht|getan|erledigt)\W*$/i,
      ],
    },
    example: { en: 'what did you do today?', de: 'was hast du heute gemacht?' },
  },
  {
    name: 'done',
    patterns: {
      en: [
        /^(?:what (?:did|have) you (?:do|done|been doing|been up to)(?: for me)?(?: (?:today|so far|until now|just now|here|in this (?:chat|conversation)))*|what have we done(?: today| so far)*)\W*$/i,
      ],
      de: [
        /^(?:was hast du(?: (?:heute|bisher|bis jetzt|gerade|hier|alles|schon|für mich))* (?:gemacht|getan|erledigt)|was haben wir(?: (?:heute|bisher|alles|schon))* gemacht)\W*$/i,
      ],
    },
    example: { en: 'what have you done so far?', de: 'was hast du bisher gemacht?' },
  },
  {
    // how it ended is looked up in what was done (context/deeds.ts)
    name: 'did',
    patterns: {
      en: [
        like`^(?:(?:did|have) you (?:(?:really|just|already|now) )*${acted.en}(?: [^?]{1,80})?|(?:did|has) (?:it|that|this) (?:work(?:ed)?|happen(?:ed)?|run|go through)|(?:did|has|is) the (?<command>command) (?:(?:really|already|been|ever) )*(?:run|work(?:ed)?|happen(?:ed)?|gone through|go through|done|executed)|(?:is|was|has) (?:it|that|this) (?:(?:really|already|now|been) )*(?:${acted.en}|done|gone))\?+$`,
        like`^what (?:has )?happened (?:with|to) (?:the |my )?(?:(?:folder|file|command|tool) )?(?<about>[^?]{1,80}?)\W*$`,
      ],
      de: [
        like`^(?:hast du (?:[^?]{1,80} )?${acted.de}|(?:hat|ist) (?:das|es) (?:(?:wirklich|schon|jetzt) )*(?:geklappt|funktioniert|passiert|geschehen|durchgegangen)|(?:ist|wurde|hat) der (?<command>befehl) (?:(?:wirklich|schon|jetzt) )*(?:gelaufen|durchgelaufen|ausgeführt(?: worden)?|fertig|geklappt|funktioniert)|(?:ist|wurde) (?:es|das|sie|er) (?:(?:wirklich|schon|jetzt) )*(?:${acted.de}|weg))\?+$`,
        like`^was ist (?:mit|aus) (?:de[mr] |meine[mr] )?(?:(?:ordner|datei|befehl|werkzeug) )?(?<about>[^?]{1,80}?) (?:passiert|geschehen|geworden)\W*$`,
      ],
    },
  },
  {
    name: 'howToUndo',
    patterns: {
      en: [
        /^(?:how (?:do|can) (?:I|you|we)|can (?:I|you|we)|is it possible to) (?:undo|revert|take back)(?: (?:that|this|it|something|things|a (?:change|turn|mistake)|what you did|what you do))?\W*$/i,
      ],
      de: [
        /^(?:(?:wie|kann|kannst du|wie kann)(?: (?:mache|nehme))?(?: ich| man)?|wie (?:kann|macht) man) (?:das |es |etwas |eine änderung |was )*(?:wieder )?(?:rückgängig(?: machen)?|zurück(?:nehmen)?)\W*$/i,
      ],
    },
  },
  {
    // no requests of their own: what "undo that" may come to
    name: 'undoTurn',
    tool: 'undo_turn',
    patterns: { en: [], de: [] },
    arguments: ({ turn }): JsonObject => (turn === undefined ? {} : { turn: Number(turn) }),
  },
  {
    name: 'dropGoal',
    tool: 'goals',
    patterns: { en: [], de: [] },
    arguments: ({ id = '' }) => ({ action: 'drop', id: Number(id) }),
  },
  {
    name: 'places',
    tool: 'agent_status',
    elseWords: true,
    arguments: () => ({ about: 'places' }),
    patterns: {
      en: [
        /^where (?:(?:are|is|(?:do|can) I find|do|does|did) )?(?:(?:my|your|the|our|all) )*(?:things|files|data|notes|tools|settings|logs?|log ?files?|memor(?:y|ies)|everything|database|workspace|you (?:keep|store|save|write|put) (?:my |your |the )*(?:things|files|data|notes|memories|logs?|settings|tools|everything|it|them))(?: (?:lie|kept|stored|saved|live|go|on (?:my )?disk))*\W*$/i,
      ],
      de: [
        /^wo (?:liegen|liegt|sind|ist|finde ich|speicherst du|bewahrst du)(?: (?:meine|deine|die|der|das|mein|alle|alles))*(?: (?:sachen|dateien|daten|notizen|werkzeuge|einstellungen|erinnerungen|protokolle?|logs?|logdateien|datenbank|arbeitsordner|ordner))?(?: (?:gespeichert|auf))?\W*$/i,
      ],
    },
    example: { en: 'where are my files?', de: 'wo liegen meine Dateien?' },
  },
  {
    name: 'updating',
    patterns: {
      en: [
        /^(?:how (?:do|can|should|would) (?:I|we|you) (?:update|upgrade)(?: (?:you|straylight|this|it|yourself|to a new(?:er)? version))?|(?:update|upgrade)(?: (?:you|yourself|straylight))?|is there (?:an update|a new(?:er)? version))\W*$/i,
      ],
      de: [
        /^(?:wie (?:aktualisiere|update|erneuere) ich (?:dich|straylight|das|es)|wie (?:kann ich (?:dich|straylight) aktualisieren|geht ein update|bekomme ich (?:ein update|eine neue version))|(?:aktualisiere|update) (?:dich|straylight)|gibt es (?:ein update|eine neue version))\W*$/i,
      ],
    },
    example: { en: 'how do I update you?', de: 'wie aktualisiere ich dich?' },
  },
  {
    name: 'removing',
    patterns: {
      en: [
        like`^(?:how (?:do|can|should|would) (?:I|we) (?:completely |fully )?(?:remove|uninstall|delete|erase|get rid of) (?:you|straylight|this|it|everything|the (?:agent|program)|(?:all )?my data)|(?:uninstall|remove|delete) (?:yourself|you|straylight))${wholly.en}\W*$`,
      ],
      de: [
        like`^(?:wie (?:entferne|lösche|deinstalliere) ich (?:dich|straylight|das|es|alles|das programm|(?:alle )?meine daten)|wie (?:kann ich (?:dich|straylight|alles|das programm)${wholly.de} (?:entfernen|löschen|deinstallieren)|werde ich (?:dich|straylight)${wholly.de} los)|(?:deinstalliere|entferne|lösche) (?:dich|straylight))${wholly.de}\W*$`,
      ],
    },
    example: { en: 'how do I remove you?', de: 'wie entferne ich dich?' },
  },
  {
    name: 'stopping',
    patterns: {
      en: [
        /^(?:how (?:do|can|should|would) (?:I|we) (?:stop|quit|exit|close|end|shut down|turn off|leave)(?: (?:you|straylight|this|it|the (?:chat|program|agent)))?(?: down| off)?|(?:stopp?|quit|exit|shut down)(?: (?:yourself|straylight|now))?)\W*$/i,
      ],
      de: [
        /^(?:wie (?:beende|stoppe|schließe|verlasse) ich (?:dich|straylight|das|es|den chat|das programm)|wie (?:kann ich (?:dich|straylight) (?:beenden|stoppen|abschalten)|schalte ich (?:dich|straylight) (?:ab|aus)|komme ich (?:hier )?raus)|(?:beende|stoppe) (?:dich|straylight)|stopp?|halt(?: stopp| an)?|aufhören|hör(?:e)? auf)\W*$/i,
      ],
    },
    example: { en: 'how do I stop you?', de: 'wie beende ich dich?' },
  },
  {
    // which words answer it is in how-to.ts
    name: 'howTo',
    patterns: {
      en: [
        new RegExp(
          String.raw`^(?:(?:and )?how (?:do|does|would) (?<topic>${things.en}) work(?: here| with you)?|what (?:can|do) (?:you|I|we) do (?:with|about) (?<what>${things.en})|(?:tell me|explain)(?: to me)? how (?<thing>${things.en}) works?|what (?<kind>${things.en}) can you (?:make|set|read|run|do)|(?:(?:can|do) you )?(?:also )?(?:do|read|open|write|make|set|run|have|handle|use|work with) (?<one>${things.en})(?=\?))\W*$`,
          'i',
        ),
        like`^(?:(?:make|create|do|take)(?: me)? a (?<what>(?:new )?backup)(?: of [^\n]{1,60})?(?: now)?|(?<what>back up) (?:my (?:data|memories)|everything|yourself)|(?<what>(?:which|what) (?:slash )?commands) (?:are there|do you (?:know|have|understand)|can I (?:use|type))|(?:(?:what|which) (?<what>version) (?:are you|do you have|is this|is running|am I running)|what is your (?<what>version)))\W*$`,
        new RegExp(
          String.raw`^(?:(?:(?:do|can|could) you )?(?:please )?(?:speak|talk|answer|reply|write)(?: to me| with me)?(?: in)?|(?:change|switch|set)(?: (?:the|your|my) language)? to) (?<language>${tongues.en})(?: with me| to me| please| now)*\W*$`,
          'i',
        ),
        new RegExp(
          String.raw`^(?:how (?:do|can|could|should|would|must) (?:I|we|one)|how to|what (?:do|must|should|can) I (?:say|type|do|write) to) (?<what>(?:${verbs.en})\b[\s\S]{0,200}?)\W*$`,
          'i',
        ),
      ],
      de: [
        new RegExp(
          String.raw`^(?:(?:und )?wie (?:funktionier(?:en|t)|geh(?:en|t)|arbeite(?:n|t)) (?<topic>${things.de})(?: hier| bei dir)?|was (?:kann|kannst|können) (?:ich|du|wir) mit (?<what>${things.de}) (?:machen|tun|anfangen)|was machst du mit (?<thing>${things.de})|(?:kannst du )?(?:auch )?(?<one>${things.de}) (?:lesen|öffnen|schreiben|machen|setzen|ausführen|anlegen|benutzen)(?=\?))\W*$`,
          'iu',
        ),
        like`^(?:(?:mache?|erstelle?)(?: mir)? (?:ein|eine) (?<what>(?:neue[s]? )?(?:backup|sicherung|sicherungskopie))(?: (?:von|meiner) [^\n]{1,60})?|(?<what>sichere?) (?:meine (?:daten|erinnerungen)|alles|dich)|(?<what>welche (?:slash-?)?befehle) (?:gibt es|hast du|kennst du|verstehst du|kann ich (?:eingeben|benutzen))|welche (?<what>version) (?:bist du|hast du|ist das|läuft|habe ich))(?: (?:hier|gerade|jetzt))?\W*$`,
        new RegExp(
          String.raw`^(?:(?:sprich|sprichst du|rede|antworte|schreibe?|kannst du|können wir)(?: (?:mir|mit mir|bitte|auch|jetzt))*(?: auf)?|(?:stelle?|ändere?|wechsle|schalte)(?: (?:dich|die sprache|deine sprache|bitte|jetzt))*(?: (?:auf|zu|nach|ins?))?) (?<language>${tongues.de})(?: (?:mit mir|bitte|um|sprechen|reden|antworten|schreiben))*\W*$|^(?<one>${tongues.de}) (?:sprechen|reden|antworten|schreiben)\W*$`,
          'iu',
        ),
        new RegExp(
          String.raw`^(?:wie|womit|wodurch) (?:kann|könnte|muss|soll|sollte) (?:ich|man) (?<what>[\s\S]{1,200}?\b(?:${verbs.last}))\W*$`,
          'iu',
        ),
        new RegExp(String.raw`^(?:wie|womit) (?<what>(?:${verbs.de}) (?:ich|man) [\s\S]{1,200}?)\W*$`, 'iu'),
      ],
    },
  },
];
