/** Requests about Straylight itself: what it knows stands in its own lists, and the answer says where. */
import type { Intent } from '../intent.ts';

export const aboutProduct: readonly Intent[] = [
  {
    name: 'spending',
    patterns: {
      en: [
        /^(?:how much (?:money )?(?:did|have|do) (?:I|we|you) (?:spend|spent|cost|use|used)(?: so far| today| this week)?|what (?:did|does|has|have) (?:it|this|that|you|all this) cost(?: me)?(?: so far| today)?|(?:what is|what's|show(?: me)?) (?:my |the |today's )?(?:spending|costs?|budget|usage)(?: so far| today)?|(?:my )?(?:spending|costs?|budget|usage)|how much (?:is|was) (?:that|it|this))\W*$/i,
      ],
      de: [
        /^(?:wie ?viel(?: geld)? (?:habe ich|haben wir|hast du)(?: heute| bisher| schon)? (?:ausgegeben|verbraucht|gekostet)|was (?:hat|kostet|kostest) (?:das|es|du|mich das)(?: heute| bisher| alles)?(?: gekostet)?|(?:zeige?(?: mir)? )?(?:meine |die )?(?:ausgaben|kosten|budget))\W*$/i,
      ],
    },
    example: { en: 'how much did I spend?', de: 'wie viel habe ich ausgegeben?' },
  },
  {
    name: 'waiting',
    patterns: {
      en: [
        /^(?:what(?: is|'s)? (?:waits|waiting|pending|open)(?: for (?:me|us|my approval))?|what (?:do I have to|must I|should I) (?:approve|decide|answer)|(?:(?:show|list)(?: me)? )?(?:all |my |the )*(?:pending )?approvals|is (?:anything|something) (?:waiting|pending)(?: for me)?)\W*$/i,
      ],
      de: [
        /^(?:was wartet(?: (?:auf mich|noch))*|was ist (?:noch )?offen|was muss ich (?:freigeben|entscheiden|beantworten)|(?:zeige?(?: mir)? )?(?:alle |meine |die |offene[n]? )*freigaben|wartet (?:etwas|noch etwas)(?: auf mich)?)\W*$/i,
      ],
    },
    example: { en: 'what waits for me?', de: 'was wartet auf mich?' },
  },
  {
    name: 'undoing',
    patterns: {
      en: [
        /^(?:(?:undo|revert|take back)(?: (?:that|this|it|everything|all|the last (?:change|turn|thing|message)))?|(?:how (?:do|can) I|can I) (?:undo|revert|take back)(?: (?:that|this|it|something|a (?:change|turn)|what you did))?)\W*$/i,
      ],
      de: [
        /^(?:(?:mach|mache) (?:das|es|alles|die letzte änderung)(?: wieder)? rückgängig|rückgängig(?: machen)?|nimm (?:das|es) zurück|(?:wie|kann) (?:mache |nehme )?ich (?:das|es|etwas) (?:rückgängig(?: machen)?|zurück(?:nehmen)?))\W*$/i,
      ],
    },
    example: { en: 'undo that', de: 'mach das rückgängig' },
  },
  {
    name: 'places',
    patterns: {
      en: [
        /^where (?:(?:are|is|do|does|did) )?(?:(?:my|your|the|our|all) )*(?:things|files|data|notes|tools|settings|logs?|memor(?:y|ies)|everything|database|workspace|you (?:keep|store|save|write|put) (?:my |your |the )*(?:things|files|data|notes|memories|everything|it|them))(?: (?:lie|kept|stored|saved|live|go|on (?:my )?disk))*\W*$/i,
      ],
      de: [
        /^wo (?:liegen|liegt|sind|ist|speicherst du|bewahrst du)(?: (?:meine|deine|die|der|das|mein|alle|alles))*(?: (?:sachen|dateien|daten|notizen|werkzeuge|einstellungen|erinnerungen|protokolle?|datenbank|arbeitsordner|ordner))?(?: (?:gespeichert|auf))?\W*$/i,
      ],
    },
    example: { en: 'where are my files?', de: 'wo liegen meine Dateien?' },
  },
];
