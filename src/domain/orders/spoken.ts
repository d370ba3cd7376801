/**
 * Which sentences of the owner are orders: rules for English and German, without a model. A sentence that is one of a
 * turn alone ("don't delete it", "antworte auf Englisch: …") is none; in doubt it is none.
 */

/** An order as it was said. `isEverywhere`: it holds in all conversations, not only in this one. */
export interface SpokenOrder {
  readonly text: string;
  readonly isEverywhere: boolean;
}

/** What a message asks to be revoked: an order by its number, or by words of it. */
export type Revocation = { readonly id: number } | { readonly words: string };

/** A longer message is mostly pasted from elsewhere. */
const mostText = 2_000;
const mostSentence = 300;

/** The orders in a message of the owner, each sentence as it stands. Quoted lines and code are not the owner's words. */
export function ordersIn(text: string): readonly SpokenOrder[] {
  if (text.length > mostText || text.trimStart().startsWith('/')) return [];
  return sentencesOf(ownWords(text)).flatMap(sentence => {
    const said = sentence.replace(opening, '');
    if (sentence.length > mostSentence || isQuestion(sentence) || !rules.some(rule => rule.test(said))) return [];
    if (exceptions.some(exception => exception.test(said))) return [];
    return [{ text: sentence, isEverywhere: everywhere.test(sentence) && !here.test(sentence) }];
  });
}

/** "Revoke order 3", "vergiss die Anweisung mit den Emojis". */
export function revocationIn(text: string): Revocation | undefined {
  const said = ownWords(text).trim().replace(opening, '');
  if (isQuestion(said)) return undefined;
  for (const pattern of revoking) {
    const { id, words } = pattern.exec(said)?.groups ?? {};
    if (id !== undefined) return { id: Number(id) };
    if (words !== undefined) return { words: words.trim() };
  }
  return undefined;
}

/**
 * Without what is quoted: code, lines of a reply, long quotations, what follows a line that ends with a colon, and a letter
 * with its head.
 */
function ownWords(text: string): string {
  if (/^\s*(?:from|to|subject|von|an|betreff): ?\S/im.test(text)) return '';
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/:\s*\n[\s\S]*$/, ':')
    .replace(/["“„«][^"“”„«»]{20,}["”“»]/g, '“…”')
    .split('\n')
    .filter(line => !/^\s*>/.test(line))
    .join('\n');
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+(?=\p{Lu}|\p{Ll}{2})|\n+|;\s+/u)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '');
}

function isQuestion(sentence: string): boolean {
  return sentence.endsWith('?');
}

/** What may stand before an order. */
const opening =
  /^(?:(?:ok(?:ay)?|well|so|and|also|but|please|hey|listen|remember|note|one more thing|important|und|also|bitte|aber|hör zu|merk dir|denk dran|wichtig|achtung|noch was|in this (?:conversation|chat)|for now|in diesem (?:gespräch|chat))[,:!]?\s+)+/i;

/** From now on, in every conversation. */
const everywhere =
  /\b(?:always|never|ever|from now on|in (?:the )?future|going forward|in (?:all|every) conversations?|generally|immer|nie(?:mals)?|ab (?:jetzt|sofort|heute)|von nun an|künftig|in zukunft|zukünftig|grundsätzlich|überall)\b/i;
const here =
  /\b(?:in this (?:conversation|chat)|for (?:this|now|today)|here|in diesem (?:gespräch|chat)|hier|für heute|heute|dafür|hierfür)\b/i;

const verb =
  '(?!(?:i|we|you|he|she|it|they|the|a|an|my|your|to|mind|had|been|seen|heard|got|knew|thought|said|again|really|before|ever)\\b)[a-z]+';
/** An object that was named before: the sentence speaks of this turn. */
const named = '(?!\\s+(?:it|that|this|these|those|them|him|her)(?:\\s|[.!,]|$))';
const behaviour =
  '(?:push|commit|deploy|merge|delete|remove|send|post|publish|share|forward|email|mail|write to|reply to|call|buy|order|book|pay|spend|install|update|upgrade|change|touch|edit|overwrite|rename|move|run|execute|start|stop|restart|use|mention|answer|reply|respond|ask|tell|say|apologi[sz]e|interrupt|disturb|contact|open|visit|read|upload|download|store|save|log|add|make|create|guess|assume|invent|repeat)';
const language =
  '(?:english|german|french|spanish|italian|portuguese|dutch|polish|turkish|czech|japanese|chinese|russian|ukrainian|arabic|swedish|danish|greek|deutsch|englisch|französisch|spanisch|italienisch|portugiesisch|niederländisch|polnisch|türkisch|tschechisch|japanisch|chinesisch|russisch|ukrainisch|arabisch|schwedisch|griechisch)';
const mood =
  '(?:antworte|antwort|schreib|schreibe|sprich|rede|red|frag|frage|lösch|lösche|schick|schicke|sende|push|pushe|commit|committe|führ|führe|mach|mache|nenn|nenne|benutz|benutze|verwend|verwende|nimm|halt|halte|fass|fasse|sei|bleib|bleibe|gib|änder|ändere|rühr|rühre|fass|installier|installiere|bestell|bestelle|kauf|kaufe|buch|buche|ruf|rufe|zeig|zeige|sag|sage|erwähn|erwähne|lass|lasse|speicher|speichere|lies|öffne|starte|ersetz|ersetze|überschreib|überschreibe|veröffentliche|rat|rate|erfinde|wiederhole|entschuldige|unterbrich|stör|störe|teile|leite)';
const money = '\\d[\\d.,]*\\s*(?:€|\\$|£|euros?|eur|dollars?|usd|pounds?|franken|chf)|(?:€|\\$|£)\\s*\\d[\\d.,]*';

const rules: readonly RegExp[] = [
  // English: what never or always, from now on, without asking
  new RegExp(`^never (?:ever )?${verb}\\b`, 'i'),
  new RegExp(`^always ${verb}\\b`, 'i'),
  /^(?:from now on|going forward|in (?:the )?future|from today(?: on)?),? \S/i,
  new RegExp(`^(?:do not|don[’']t|dont) (?:ever )?${behaviour}\\b${named}`, 'i'),
  /^(?:do not|don[’']t|dont) .*\b(?:without (?:asking|my|telling)|unless|before asking|until i|ever again|any ?more)\b/i,
  /^(?:only )?(?:ask|check with|tell|warn|inform) me (?:first )?(?:before|first|whenever|every time)\b/i,
  /^i (?:do not|don[’']t|never) want (?:you to|any)\b/i,
  /^i (?:always )?(?:want|expect|need) you to (?:always|never|only)\b/i,
  /^you (?:must|may|should|shall|can|are) (?:not|never|always|only)\b/i,
  /^you (?:mustn|shouldn|aren|can)[’']?t\b/i,
  /^you are not allowed\b/i,
  new RegExp(
    `^(?:(?:only|always) )?(?:answer|reply|respond|write|speak|talk)(?: to me)?(?: only)? in ${language}(?: only| from now on| please)?[.!]?$`,
    'i',
  ),
  /^(?:keep|make) (?:your|the|all) (?:answers|replies|responses|messages|reports) \w+/i,
  /^be (?:brief|concise|short|more \w+|less \w+)[.!]?$/i,
  /^call me (?!back|later|when|at|in|on|if|tomorrow|today|again|a )\S+(?: \S+)?[.!]?$/i,
  /^use (?:only )?(?:metric|imperial|celsius|fahrenheit|british|american|24[- ]hour|plain|formal|informal|iso)\b/i,
  /^no (?:more )?(?:emojis?|jokes|tables|bullet points|bullets|lists|markdown|headings|apologies|small talk|exclamation marks|flattery|questions)\b(?:,? please)?[.!]?$/i,
  new RegExp(
    `^(?:(?:the |my )?budget(?: for (?:this|that|it|the .{2,40}))? ?(?:is|:|=)|(?:spend|use|pay) (?:at most|no more than|not more than|up to)|do not spend more than) ?(?:at most )?(?:${money})`,
    'i',
  ),
  // German
  new RegExp(`^${mood}\\b(?: [^\\s:]+){0,6}? (?:nie|niemals|immer|nur noch|künftig|nie wieder|nicht mehr)\\b`, 'i'),
  /^(?:nie|niemals|nie wieder) .*\p{L}+en(?:[ .!,]|$)/iu,
  /^immer (?:erst |zuerst |vorher )?(?:\S+ ){0,5}(?:fragen|antworten|schreiben|nachfragen|bestätigen lassen|duzen|siezen)\b/i,
  /^(?:ab jetzt|ab sofort|ab heute|von nun an|künftig|zukünftig|in zukunft),? \S/i,
  new RegExp(
    `^${mood}\\b[^:]*\\b(?:nicht|nichts|kein(?:e[nmrs]?)?|nie|niemals)\\b.*\\b(?:ohne (?:zu fragen|rückfrage|nachzufragen|mich zu fragen|meine?|mein)|bevor (?:ich|du mich)|außer|es sei denn|bis ich)`,
    'i',
  ),
  new RegExp(
    `^${mood}\\b(?! (?:es|das|sie|ihn|die|den|dies|diese[nsm]?)\\b)(?: [^\\s:]+){0,3}? (?:keine?[nmrs]?|nichts)\\b(?! (?:angst|sorgen?|problem|ahnung)\\b)`,
    'i',
  ),
  /^du (?:darfst|sollst|kannst|musst|brauchst)(?: \S+){0,5}? (?:nie|niemals|nicht|nichts|immer|nur|kein(?:e[nmrs]?)?)\b/i,
  /^ich (?:will|möchte|mag) (?:nicht|nie|keine?[nmrs]?)\b(?=.*\b(?:dass du|von dir|mehr)\b)/i,
  /^ich (?:will|möchte), dass du (?:\S+ ){0,4}?(?:immer|nie|niemals|nur|nicht)\b/i,
  /^frage?(?: mich)?,? (?:immer |bitte |erst |zuerst |vorher |nach, )*(?:bevor|vorher|vor jede[mr]|zuerst|immer)\b/i,
  new RegExp(
    `^(?:antworte?|schreibe?|sprich|rede)(?: mir)?(?: bitte)?(?: nur| immer)?(?: noch)? (?:auf|in) ${language}(?: bitte)?[.!]?$`,
    'i',
  ),
  /^(?:fass(?:e)? dich kurz|halt(?:e)? dich kurz|sei (?:kürzer|knapper|ausführlicher|förmlicher|freundlicher)|duze? mich|sieze? mich)\b/i,
  /^[Nn]enn(?:e)? mich (?:bitte )?(?:ab jetzt |künftig )?\p{Lu}\S*(?: \S+)?[.!]?$/u,
  /^keine (?:emojis?|witze|tabellen|listen|aufzählungen|überschriften|entschuldigungen|rückfragen|floskeln|ausrufezeichen)(?: mehr)?(?:,? bitte)?[.!]?$/i,
  new RegExp(
    `^(?:(?:das |mein )?budget(?: (?:dafür|hierfür|für .{2,40}))? ?(?:ist|beträgt|:|=)|gib (?:dafür |hierfür )?(?:höchstens|nicht mehr als|maximal)|höchstens|maximal|nicht mehr als) ?(?:${money})`,
    'i',
  ),
];

/** Sayings, and what is of this moment alone. */
const exceptions: readonly RegExp[] = [
  /^(?:never mind|don[’']t (?:worry|mind|bother|forget|be|you|know|think|understand|see|have|get me wrong|panic|ask me (?:why|how))|do not (?:worry|forget|hesitate)|no (?:thanks|problem|idea|worries|way))\b/i,
  /^(?:don[’']t|do not) (?:tell|ask|call) (?:me )?(?:yet|now|again)?[.!]?$/i,
  /^(?:call|wake|remind|tell|ask|warn) me (?:at|in|on|tomorrow|tonight|next|every|when|again)\b/i,
  /^(?:vergiss (?:nicht|nie)|mach dir (?:keine|nichts)|keine (?:ahnung|sorge|angst|lust)|nie im leben|lass (?:nur|mal|es)|sag (?:nichts|niemandem) (?:mehr|davon)|erinnere mich)\b/i,
];

const revoking: readonly RegExp[] = [
  /^(?:revoke|cancel|lift|drop|forget|delete|remove|end) (?:the )?order (?:number |no\.? |#)?(?<id>\d{1,9})[.!]?$/i,
  /^(?:revoke|cancel|lift|drop|forget|delete|remove|end) (?:the |my )?order (?:about|on|with|not to|to|that) (?<words>.{2,200}?)[.!]?$/i,
  /^order (?:number |no\.? |#)?(?<id>\d{1,9}) no longer (?:holds|applies|counts)[.!]?$/i,
  /^(?:widerrufe?|hebe?|streiche?|vergiss|lösche?|beende) (?:die )?anweisung (?:nummer |nr\.? |#)?(?<id>\d{1,9})(?: auf| wieder auf)?[.!]?$/i,
  /^(?:widerrufe?|hebe?|streiche?|vergiss|lösche?|beende) (?:die |meine )?anweisung (?:mit|über|zu|zum|zur|wegen|, ) ?(?:den |dem |der )?(?<words>.{2,200}?)(?: auf| wieder auf)?[.!]?$/i,
  /^(?:die )?anweisung (?:nummer |nr\.? |#)?(?<id>\d{1,9}) gilt nicht mehr[.!]?$/i,
];
