/** Requests about the agent's own tools: make one, use it, look at it, take it back. */

import { createRequire } from 'node:module';
import { defined } from '../../../../domain/text/json.ts';
import { type Intent, like, meansResult, type Said } from '../intent.ts';
import type * as Make from '../make.ts';
import { toolName } from '../own-tools.ts';
import { phraseOf } from '../phrase.ts';
import { chooseUse, hearsUse } from '../use.ts';

// With the first tool that is made.
const load = createRequire(import.meta.url);

/** A name after the word "tool", or one that cannot be another word. */
const named = {
  en: String.raw`(?:(?:the |my |your )?tool [\x60"“]?(?<tool>[\w-]+)[\x60"”]?|(?<bare>[a-z][a-z0-9]*_[a-z0-9_]*))`,
  de: String.raw`(?:(?:das |mein |dein )?(?:werkzeug|tool) [\x60"„]?(?<tool>[\w-]+)[\x60"“]?|(?<bare>[a-z][a-z0-9]*_[a-z0-9_]*))`,
};

const nameOf = ({ tool, bare }: Said) => toolName(tool ?? bare ?? '');

export const aboutTools: readonly Intent[] = [
  {
    name: 'make',
    tool: 'create_tool',
    orders: true,
    takesText: true,
    patterns: {
      en: [
        /^(?:make|create|write|build|compose|give)(?: me| yourself| us)? (?:a|an|another)(?: (?:new|small|little|simple|python))* tool\b(?<rest>[\s\S]*)$/i,
      ],
      de: [
        /^(?:mach|mache|erstelle?|schreibe?|baue?|gib)(?: mir| dir| uns)? ein(?:es)?(?: (?:neues|kleines|einfaches|weiteres))* (?:werkzeug|tool)\b(?<rest>[\s\S]*)$/i,
      ],
    },
    choose: (said, _, language) => (load('../make.ts') as typeof Make).chooseMake(said, language),
    example: {
      en: 'make a tool that counts the words of a text',
      de: 'mach ein Werkzeug, das die Wörter eines Textes zählt',
    },
  },
  {
    name: 'use',
    orders: true,
    takesText: true,
    patterns: {
      en: [
        /^(?:use|run|call|try|apply) (?:(?:the|my|your|that|this) )?(?:(?:new|last) )?(?<tool>tool)(?<given>(?::|\s+(?:on|with|for)\b)[\s\S]*)$/i,
        /^(?:use|run|call|try|apply|start|execute) (?:the |my |your )?tool [`"“]?(?<tool>[\w-]+)[`"”]?(?<given>(?:\s|:)[\s\S]*)?$/i,
        /^(?:use|try|apply) `?(?<tool>[a-z][a-z0-9]*_[a-z0-9_]*)`?(?<given>(?::|\s+(?:on|with|for|to|of)\b)[\s\S]*)$/i,
        /^(?:use|try|apply) (?<tool>it) (?<given>(?:on|with|for)\b[\s\S]*)$/i,
      ],
      de: [
        /^(?:benutze?|verwende?|nimm|nutze?) (?:(?:das|dein|mein|dieses) )?(?:(?:neues?|letztes?) )?(?<tool>werkzeug|tool)(?<given>(?::|\s+(?:auf|mit|für|bei)\b)[\s\S]*)$/i,
        /^führe? (?:das |mein )?(?:werkzeug|tool) [`"„]?(?<tool>[\w-]+)[`"“]?(?<given>\s[\s\S]*)? aus$/i,
        /^(?:benutze?|verwende?|nimm|nutze?|starte?|führe? aus) (?:das |mein )?(?:werkzeug|tool) [`"„]?(?<tool>[\w-]+)[`"“]?(?<given>(?:\s|:)[\s\S]*)?$/i,
        /^(?:benutze?|verwende?|nimm|nutze?) `?(?<tool>[a-z][a-z0-9]*_[a-z0-9_]*)`?(?<given>(?::|\s+(?:auf|mit|für|bei|an|von)\b)[\s\S]*)$/i,
        /^(?:benutze?|verwende?|nimm|nutze?) (?<tool>es) (?<given>(?:auf|mit|für|bei)\b[\s\S]*)$/i,
      ],
    },
    hears: hearsUse,
    choose: chooseUse,
    refers: ({ tool = '', phrase, given }) =>
      /^(?:it|es)$/i.test(tool) || phraseOf(phrase ?? given ?? '').refers !== undefined || meansResult(given ?? ''),
    example: { en: 'count the words of: to be or not to be', de: 'zähle die Wörter von: Sein oder Nichtsein' },
  },
  {
    name: 'revert',
    tool: 'revert_tool',
    orders: true,
    patterns: {
      en: [
        like`^(?:revert|roll back|undo(?: the (?:last )?changes? (?:to|of))?) ${named.en}(?: to (?:version |commit )?(?<version>[0-9a-f]{7,40}))?\W*$`,
        like`^take ${named.en} back(?: to (?:version |commit )?(?<version>[0-9a-f]{7,40}))?\W*$`,
      ],
      de: [
        like`^(?:setze?|nimm) ${named.de}(?: (?:auf|zu) (?:version )?(?<version>[0-9a-f]{7,40}))?(?: wieder)? zurück\W*$`,
      ],
    },
    arguments: said => ({
      name: nameOf(said),
      ...defined({ version: said['version'] !== undefined ? said['version'].toLowerCase() : undefined }),
    }),
    example: { en: 'revert the tool count_words', de: 'setz das Werkzeug count_words zurück' },
  },
  {
    name: 'delete',
    tool: 'delete_tool',
    orders: true,
    patterns: {
      en: [like`^(?:delete|remove) ${named.en}\W*$`],
      de: [like`^(?:lösche?|entferne?) ${named.de}\W*$`],
    },
    arguments: said => ({ name: nameOf(said) }),
  },
  {
    name: 'show',
    tool: 'show_tool',
    orders: true,
    patterns: {
      en: [like`^show(?: me)? (?:the (?:code|versions|history) of )?${named.en}\W*$`],
      de: [like`^zeige?(?: mir)? (?:den code von )?${named.de}\W*$`],
    },
    arguments: said => ({ name: nameOf(said) }),
  },
  {
    name: 'tools',
    patterns: {
      en: [
        /^(?:(?:which|what) tools (?:do you have|are there|can you use|have you (?:got|made))|(?:list|show)(?: me)? (?:all )?(?:the |your |my |all )?tools)\W*$/i,
      ],
      de: [
        /^(?:welche (?:werkzeuge|tools) (?:hast du|gibt es|kannst du benutzen)|(?:zeige?|liste)(?: mir)? (?:alle |deine |die )*(?:werkzeuge|tools)(?: auf)?)\W*$/i,
      ],
    },
    example: { en: 'which tools do you have?', de: 'welche Werkzeuge hast du?' },
  },
];
