/** Requests to forget what was remembered, and to correct it: what is meant is looked up first. */
import {
  type Choice,
  type Intent,
  type Language,
  meansResult,
  meansStatement,
  plain,
  type Said,
  unquoted,
} from '../intent.ts';
import { allSaid, closeTo, memoriesIn, saidAbout } from '../memory.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import { correctedText, correctionIn, toCorrect } from './correction.ts';
import { cancelling, jobWord, namesJob } from './jobs.ts';
import { mainClause } from './main-clause.ts';

export const aboutMemory: readonly Intent[] = [
  {
    name: 'forget',
    tool: 'memory_forget',
    orders: true,
    looksUp: ({ what = '' }) => (isAll(what) || isUnnamed(what) ? undefined : subject(what)),
    patterns: {
      en: [
        /^(?:forget|unlearn|stop remembering|(?:do not|don['’]t) remember)(?: again)?[,:]?(?: (?<what>[\s\S]*))?$/i,
        /^(?:delete|remove|erase|clear|drop|wipe|take)(?: out)? (?:the |my |your |that |this |from )*(?:memory|memories|entry|note) (?:(?:that|about|of|on|with|saying)(?: the)?|:) (?<what>[\s\S]+)$/i,
        /^(?:delete|remove|erase|clear|drop|wipe|take) (?<what>[\s\S]+?) (?:out of|from) (?:your |my |the )?memor(?:y|ies)[.!]*$/i,
        /^(?:delete|remove|erase|clear|wipe) (?<what>(?:(?:all|my|your) )+memories)[.!]*$/i,
        /^(?:it(?: is|'s)|that(?: is|'s)) (?:no longer true|not true any ?more|not the case any ?more) that (?<what>[\s\S]+)$/i,
      ],
      de: [
        /^(?:vergiss|vergesse|vergessen|merke? dir nicht(?: mehr| länger)?)(?!,? nicht\b)(?: (?:wieder|bitte))*[,:]?(?: (?<what>[\s\S]*))?$/i,
        /^(?:lösche?|entferne?|streiche?|tilge?) (?:die |den |meine |deine |diese |diesen )*(?:(?<either>erinnerung)|erinnerungen|eintrag|notiz)(?: (?:an|über|von|zu|mit)|,? dass|:)? (?<what>[\s\S]+)$/i,
        /^(?:lösche?|entferne?|streiche?|tilge?) (?<what>[\s\S]+?) aus (?:deinem |dem |meinem )?(?:gedächtnis|speicher|erinnerungen)[.!]*$/i,
        /^(?:es|das) (?:stimmt|gilt) nicht mehr,? dass (?<what>[\s\S]+)$/i,
        /^(?<what>(?!(?:nicht|dass|ich|er|sie|wir|es|hast|habe|hat|was|wer|wo|wie|wann)\b)\S[\s\S]*) vergessen[.!?]*$/i,
      ],
    },
    looksUpJobs: ({ either, what = '' }) => either !== undefined || (jobWord.test(what) && !isAll(what)),
    choose: ({ what = '' }, { earlier, tools, made }, language) =>
      earlier.jobs !== undefined && namesJob(what, earlier.jobs)
        ? cancelling(what, earlier.jobs, language)
        : forgetting(what, earlier.result, {
            language,
            byWords: made?.name === 'forget_words' || tools.some(({ name }) => name === 'forget_words'),
          }),
    example: { en: 'forget that I am allergic to peanuts', de: 'vergiss, dass ich keine Nüsse vertrage' },
  },
  {
    name: 'correct',
    tool: 'memory_update',
    orders: true,
    looksUp: said => said['old'] ?? correctionIn(said).content,
    patterns: {
      en: [
        /^(?:(?:no|oh|sorry|wait|oops)[,.!]? )*(?:actually|in fact|correction|I was wrong|I made a mistake|that(?: is|'s| was) (?:wrong|not (?:right|true)|incorrect)|not any ?more)[,.:;!]? (?<content>(?!that\b)[^?]{5,500})$/i,
        /^(?:no|nope|oops|sorry|wait|wrong)[,:.!] (?<content>(?!I mean)(?:(?:my|our|I|we|the|his|her|their) |\p{L}+['’]s )[^?]{5,500})$/iu,
        /^(?<topic>(?:(?:my|our|the|his|her|their) |\p{L}+['’]s )[^?,]{2,150}?) (?:has |have |was |were )?(?:just |now |recently )?(?:been )?changed(?: from [^?]{1,100}?)? to (?<value>[^?]{1,300})$/iu,
        /^(?:change|update|correct) (?<topic>(?:(?:my|our|the|his|her|their) |\p{L}+['’]s )[^?,]{2,150}?) (?:from [^?]{1,100}? )?to (?<value>[^?]{1,300})$/iu,
        /^(?<topic>(?:(?:my|our|the|his|her|their) |\p{L}+['’]s )[^?,]{2,150}?) (?:is|are) (?:now (?<value>[^?]{1,300})|(?<other>[^?]{1,300}?) now)$/iu,
        /^(?<content>(?:(?:my|our|the|his|her|their) |\p{L}+['’]s )[^?]{2,200}? (?:is|are|was|has|have) [^?,]{1,100}, (?:and )?not [^?,]{1,100})$/iu,
        /^(?:correct|update|fix|amend)(?: (?:that|it|this|(?:the|your|my) (?:memory|entry)))?(?: (?:about|of) [^:?]{1,80})?(?: to)?: (?<content>[^?]{5,500})$/i,
      ],
      de: [
        /^(?:(?:nein|doch|oh|sorry|entschuldige|entschuldigung|moment|halt)[,.!]? )*(?:eigentlich|tatsächlich|in wirklichkeit|korrektur|genauer gesagt|ich habe mich (?:geirrt|vertan)|das (?:ist|war) (?:falsch|nicht richtig)|(?:das )?stimmt nicht(?: mehr)?)[,.:;!]? (?<content>(?!dass\b)[^?]{5,500})$/i,
        /^(?:nein|nö|falsch|sorry|entschuldigung|moment|halt)[,:.!] (?<content>(?!ich mein)(?:mein|unser|ich|wir|der|die|das|sein|ihr)\p{L}* [^?]{5,500})$/iu,
        /^(?<topic>(?:mein|dein|unser|der|die|das|sein|ihr)\p{L}* [^?,]{2,150}?) (?:(?:hat|haben) sich (?:jetzt )?(?:von [^?]{1,100}? )?(?:auf|zu|in) (?<value>[^?]{1,300}?) geändert|(?:wurde|wurden|ist|sind) (?:jetzt )?(?:auf|zu|in) (?<other>[^?]{1,300}?) geändert(?: worden)?)$/iu,
        /^(?:ändere?|aktualisiere?|korrigiere?|berichtige?) (?<topic>(?:mein|dein|unser|der|die|das|den|sein|ihr)\p{L}* [^?,]{2,150}?) (?:von [^?]{1,100}? )?(?:auf|zu|in) (?<value>[^?]{1,300})$/iu,
        /^(?<topic>(?:mein|dein|unser|der|die|das|sein|ihr)\p{L}* [^?,]{2,150}?) (?:ist|sind|lautet|heißt) (?:jetzt|nun|inzwischen|neuerdings|ab jetzt) (?<value>[^?]{1,300})$/iu,
        /^(?<content>(?:mein|unser|der|die|das|sein|ihr)\p{L}* [^?]{2,200}? (?:ist|sind|lautet|heißt|hat|haben) [^?,]{1,100}, (?:und )?nicht [^?,]{1,100})$/iu,
        /^(?:korrigiere?|berichtige?|ändere?)(?: (?:das|es|dies|(?:die|deine) erinnerung|(?:den|deinen) eintrag))?(?: (?:über|von|zu) [^:?]{1,80})?(?: (?:auf|zu|in))?: (?<content>[^?]{5,500})$/i,
      ],
    },
    choose: (said, { earlier }, language) => correcting(said, earlier.result, language),
    example: { en: 'actually, my shoe size is 44', de: 'eigentlich ist mein Auto rot' },
  },
  {
    // no request of its own: the first half of those above
    name: 'lookUp',
    tool: 'memory_search',
    patterns: { en: [], de: [] },
    // "Erinnerung" is a memory and a reminder: one that is set is meant, and then nothing is looked for in memory
    choose: ({ topic = '', reminder }, { earlier }) =>
      reminder !== undefined && earlier.jobs !== undefined && namesJob(reminder, earlier.jobs)
        ? { say: '' }
        : { tool: 'memory_search', arguments: { query: topic, limit: 20 } },
  },
];

/** What is to be forgotten or corrected is looked up with so many others; these are shown where it is not clear. */
const mostShown = 5;

function forgetting(
  what: string,
  found: string | undefined,
  { language, byWords }: { readonly language: Language; readonly byWords: boolean },
): Choice {
  const texts = rehearsalTexts(language);
  if (isAll(what)) return { say: texts.forgetAll };
  if (isUnnamed(what)) return { say: texts.forgetWhat };
  const known = memoriesIn(found ?? '');
  const exact = what.replace(/^dass[,:]? /i, '');
  const whole = exact === what ? undefined : known.find(({ content }) => content === mainClause(plain(exact)));
  const words = subject(what);
  const all = [...known.map(({ content }) => content), ...allSaid(found ?? '')];
  // a code or a number is that thing wherever it stands
  if (byWords && isCode(words) && all.some(text => holds(text, words)))
    return { tool: 'forget_words', arguments: { words } };
  const close = closeTo(words, known);
  const { sure, likely } = whole === undefined ? close : { sure: whole, likely: [whole] };
  if (sure !== undefined) return { tool: 'memory_forget', arguments: { id: sure.id } };
  if (likely.length === 1) return { say: texts.forgetThis(likely[0]?.content ?? '') };
  if (likely.length > 0) return { say: texts.forgetWhich(likely.slice(0, mostShown).map(({ content }) => content)) };
  const said = saidAbout(subject(what), found ?? '').filter(([, text]) => plain(text) !== plain(what));
  const best = said[0]?.[1];
  // the words that were said: those of the wish, where they stand there, else the whole sentence
  if (byWords && best !== undefined)
    return {
      tool: 'forget_words',
      arguments: { words: holds(best, words) ? words : best.replace(/…$/, '').slice(0, 500) },
    };
  return { say: said.length > 0 ? texts.onlySaid(subject(what).replaceAll(/["“”„`\n]/g, '')) : texts.nothingToForget };
}

/** One word with a digit in it: `WX-4411`. */
function isCode(words: string): boolean {
  return /^\S*\d\S*$/.test(words) && words.replace(/[^\p{L}\p{N}]/gu, '').length >= 4;
}

function holds(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}

/** The memory of the same subject says something else now. Where it is not clear which, nothing is overwritten. */
export function correcting(said: Said, found: string | undefined, language: Language): Choice {
  const { content, isSure } = correctionIn(said);
  const known = memoriesIn(found ?? '');
  const meant =
    said['old'] === undefined ? toCorrect(content, known) : known.filter(one => one.content === said['old']);
  const [target, another] = meant;
  const texts = rehearsalTexts(language);
  if (target !== undefined && another !== undefined)
    return {
      say: texts.correctWhich(
        content,
        meant.slice(0, mostShown).map(one => one.content),
      ),
    };
  if (target !== undefined && target.content !== content)
    return { tool: 'memory_update', arguments: { id: target.id, content: correctedText(target.content, content) } };
  return isSure || target !== undefined
    ? { tool: 'memory_save', arguments: { content } }
    : { say: texts.shallRemember(content) };
}

/** "everything", "all that you know of me". */
function isAll(what: string): boolean {
  return /^(?:(?:absolutely |really |wirklich )?(?:everything|all(?: of it)?|it all|all memories|alles)(?:,? (?:that )?(?:you|I) (?:know|remember|have|(?:have )?(?:said|told you))|,? was (?:du|ich) (?:weißt|weisst|dir gesagt habe|gesagt habe|dir gemerkt hast))?(?: (?:about|of|über|von) (?:me|mich|mir|us|uns))?|(?:(?:all|my|your|alle|meine|deine) )+(?:memories|erinnerungen))[.!]*$/i.test(
    what.trim(),
  );
}

/** "That again": what was said just before. */
export function isUnnamed(what: string): boolean {
  const named = plain(what).replace(/(?:^| )(?:again|please|wieder|bitte)$/i, '');
  return named === '' || meansStatement(named) || meansResult(named);
}

/** What it is about, without the words around it: "everything I said about my car" is "my car". */
function subject(what: string): string {
  return unquoted(
    plain(what)
      .replace(/^(?:that|dass|the fact that|die tatsache,? dass)[,:]? /i, '')
      .replace(/^(?:everything|all|anything|alles|all das|das)(?=[ ,])[,]? ?/i, '')
      .replace(
        /^(?:what|was|that)? ?(?:I|you|ich|du) (?:have |habe |hast |dir |mir )*(?:told you |said |know |weißt |weisst )?(?=(?:about|of|über|von|zu) )/i,
        '',
      )
      .replace(/^(?:the thing |die sache )?(?:about|with|of|über|von|mit|zu) /i, '')
      .replace(/ (?:gesagt|erzählt|weißt|weisst)(?: habe| hast)?$/i, ''),
  );
}
