/**
 * The tables of what is an order, in English and German. A rule is anchored at the beginning of a sentence, so that what
 * somebody else is to be told ("translate: never push") is none; in doubt there is no rule.
 */

/** What may stand before an order. */
export const opening =
  /^(?:(?:ok(?:ay)?|well|so|and|also|but|please|hey|listen|remember|note|one more thing|important|und|also|bitte|aber|hör zu|merk dir|denk dran|wichtig|achtung|noch was|in this (?:conversation|chat)|for now|in diesem (?:gespräch|chat)|grundsätzlich|überall|generell gilt)[,:!]?\s+|(?:(?:this (?:goes|holds|applies) )?(?:for|in) (?:all|every) (?:conversations?|chats?)|as a rule|(?:das )?gilt für alle gespräche|für alle gespräche|in allen gesprächen(?: gilt)?|in jedem gespräch)[,:]\s+)+/i;

/** From now on, in every conversation. */
export const everywhere =
  /\b(?:always|never|ever|from now on|in (?:the )?future|going forward|(?:for|in) (?:all|every) (?:conversations?|chats?)|generally|as a rule|under no circumstances|everywhere|immer|nie(?:mals)?|ab (?:jetzt|sofort|heute)|von nun an|künftig|in zukunft|zukünftig|grundsätzlich|generell|(?:für alle|in allen) gesprächen?|in jedem gespräch|unter keinen umständen|auf keinen fall)\b|überall/i;
/** In this conversation alone, whatever else it says. */
export const here =
  /\b(?:in this (?:conversation|chat)|for (?:this|now|today)|here|in diesem (?:gespräch|chat)|hier|für heute|heute|dafür|hierfür)\b/i;

const verb =
  '(?!(?:i|we|you|he|she|it|they|the|a|an|my|your|to|mind|had|been|seen|heard|got|knew|thought|said|again|really|before|ever|on|in|at|for|with|of|so|too|nice|good|great)\\b)[a-z]+';
/** An object that was named before: the sentence speaks of this turn. */
const named = '(?!\\s+(?:it|that|this|these|those|them|him|her)(?:\\s|[.!,]|$))';
const behaviour =
  '(?:push|commit|deploy|merge|delete|remove|send|post|publish|share|forward|email|mail|write to|reply to|call|buy|order|book|pay|spend|install|update|upgrade|change|touch|edit|overwrite|rename|move|run|execute|start|stop|restart|use|mention|answer|reply|respond|ask|tell|say|apologi[sz]e|interrupt|disturb|contact|open|visit|read|upload|download|store|save|log|add|make|create|guess|assume|invent|repeat)';
const language =
  '(?:english|german|french|spanish|italian|portuguese|dutch|polish|turkish|czech|japanese|chinese|russian|ukrainian|arabic|swedish|danish|greek|deutsch|englisch|französisch|spanisch|italienisch|portugiesisch|niederländisch|polnisch|türkisch|tschechisch|japanisch|chinesisch|russisch|ukrainisch|arabisch|schwedisch|griechisch)';
const mood =
  '(?:antworte|antwort|schreib|schreibe|sprich|rede|red|frag|frage|lösch|lösche|schick|schicke|sende|push|pushe|commit|committe|führ|führe|mach|mache|nenn|nenne|benutz|benutze|verwend|verwende|nimm|halt|halte|fass|fasse|sei|bleib|bleibe|gib|änder|ändere|rühr|rühre|fass|installier|installiere|bestell|bestelle|kauf|kaufe|buch|buche|ruf|rufe|zeig|zeige|sag|sage|erwähn|erwähne|lass|lasse|speicher|speichere|lies|öffne|starte|ersetz|ersetze|überschreib|überschreibe|veröffentliche|rat|rate|erfinde|wiederhole|entschuldige|unterbrich|stör|störe|teile|leite)';
const money = '\\d[\\d.,]*\\s*(?:€|\\$|£|euros?|eur|dollars?|usd|pounds?|franken|chf)|(?:€|\\$|£)\\s*\\d[\\d.,]*';

/** A sentence is an order where one of these fits what stands behind its opening. */
export const rules: readonly RegExp[] = [
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
    `^(?:(?:only|always) )?(?:answer|reply|respond|write|speak|talk)(?: to me)?(?: only)? in ${language}(?: only| from now on| please|,? always)?[.!]?$`,
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
  // English: what is said of certain occasions
  new RegExp(`^under no circumstances,? (?:(?:should|may|must|can) you |do )?(?:ever )?${behaviour}\\b`, 'i'),
  /^make sure (?:that )?you (?:never|always|only|do not|don[’']t)\b/i,
  /^(?:whenever|every time|each time) you [^,]{3,120}, (?:please )?(?:always |first )?(?:ask|tell|show|warn|inform|check|run|use|send|write|add|make|keep|wait|stop|remind|test|save|do not|don[’']t|never)\b/i,
  new RegExp(`^before you ${behaviour}\\b[^,]{0,120}, (?:please )?(?:always )?(?:ask|check with|warn|tell) me\\b`, 'i'),
  /^(?:if|when(?:ever)?) you(?: are|[’']re) (?:ever )?(?:not |un)(?:sure|certain),? (?:please )?(?:always )?(?:ask|stop|check with)\b/i,
  /^(?:if|when) in doubt,? (?:please )?(?:always )?(?:ask|stop|check with)\b/i,
  new RegExp(`^ask (?:me )?(?:first )?before (?:you )?(?:${behaviour}|\\w+ing)\\b`, 'i'),
  /^ask first,? (?:then act|act (?:later|then))\b/i,
  /^without my (?:ok(?:ay)?|approval|permission|consent|say-so|yes),? (?:nothing|no|you|do not|don[’']t|never)\b/i,
  /^nothing (?:gets|is|may be|must be|shall be|will be) \w+ (?:without|before|until|unless) (?:my|i|asking|you)\b/i,
  /^no (?:e-?mails?|messages|calls|purchases|orders|meetings|pushes|commits|deploys?|deployments)\b.*\b(?:after|before|on|without|unless|until)\b/i,
  /^leave (?:the |my )?(?:folders?|files?|directory|calendar|inbox|database|photos|branch|repo(?:sitory)?)\b.{0,60} alone[.!]?$/i,
  /^hands off (?:my|the) \S/i,
  /^only (?:use|touch|change|edit|work (?:in|with)) (?:files|folders|tools|sources|data|packages|libraries|the folder)\b/i,
  // how to speak
  new RegExp(`^stop (?:using|adding|repeating|calling me|saying|apologi[sz]ing|writing in)\\b${named}`, 'i'),
  /^avoid (?:using )?(?:jargon|emojis?|tables|lists|bullet points|bullets|markdown|headings|slang|abbreviations|acronyms|buzzwords|passive voice|long (?:answers|sentences|replies)|technical terms|filler|repetition|small talk|exclamation marks)\b/i,
  /^stick to (?:plain|simple|formal|informal|british|american|english|german|facts|metric)\b/i,
  /^(?:write|answer|reply|respond|speak|talk)(?: to me)? (?:only )?(?:in|with) (?:at most |no more than |up to )?(?:short|simple|full|complete|plain|one|two|three|four|five|\d+) (?:sentences?|words|lines|paragraphs?)(?: at most| only| please| max)?[.!]?$/i,
  /^at most (?:one|two|three|four|five|\d+) (?:sentences?|words|lines|paragraphs?)(?: (?:per|an|each) (?:answer|reply|message))?[.!]?$/i,
  /^address me (?:as|formally|informally|by)\b/i,
  new RegExp(`^(?:(?:answers?|replies) in )?${language} only(?:,? please)?[.!]?$`, 'i'),
  // what it may cost
  new RegExp(`^(?:you(?:[’']ve| have) a budget of|your budget(?: for .{2,40})? ?(?:is|:)) ?(?:${money})`, 'i'),
  new RegExp(`^(?:this|it|that) (?:must|may|should|can) ?not cost more than (?:${money})`, 'i'),
  new RegExp(`^(?:this|it|that) (?:may|must|should|can) cost (?:at most|no more than|up to) (?:${money})`, 'i'),
  new RegExp(
    `^keep (?:it|this|that|(?:the )?costs?|the price)(?: of .{2,40})? (?:under|below|within) (?:${money})`,
    'i',
  ),
  new RegExp(
    `^(?:at most|no more than|not more than|max(?:imum)?\\.?|limit:?) (?:${money})(?: for (?:this|that|it))?[.!]?$`,
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
  // German: what is said of certain occasions
  /^(?:unter keinen umständen|auf keinen fall) (?:darfst du|sollst du|.*\p{L}+(?:en|ern|eln)[.!]?$)/iu,
  /^bevor du [^,]{3,120}, (?:bitte )?(?:frage?|sage?|warne?|informiere?|zeige?) mi[cr]h?\b/i,
  /^(?:jedes mal|immer),? wenn du [^,]{3,120}, (?:bitte )?(?:frage?|sage?|zeige?|warne?|schreibe?|lass|gib|mache?|nimm)\b/i,
  /^wenn du (?:dir )?(?:unsicher|nicht (?:ganz )?sicher) bist, (?:dann )?(?:frage?|stopp|halte?)\b/i,
  /^im zweifel,? (?:immer )?(?:frage?n?|nachfragen)\b/i,
  /^frage?(?: mich)? (?:bitte )?vorher,? wenn\b/i,
  /^erst (?:\p{L}+ ){0,2}fragen,? (?:dann|danach)\b/iu,
  /^ohne meine? (?:ausdrückliche[ns]? )?(?:ok(?:ay)?|erlaubnis|zustimmung|freigabe|einverständnis|ja),? (?:wird|darf|werden|dürfen|machst|tust|kein|nichts)\b/i,
  /^nichts (?:\p{L}+ ){0,2}?\p{L}+en,? (?:ohne|bevor|außer|bis)\b/iu,
  /^keine (?:e-?mails|nachrichten|anrufe|käufe|bestellungen|termine)\b.*(?:^|[^\p{L}])(?:nach|vor|am|ohne|außer|bis)(?:[^\p{L}]|$)/iu,
  /^finger weg von \S/i,
  /^lass (?:die|den|das|meine?n?) (?:ordner|dateien?|kalender|fotos?|bilder|datenbank|postfach|repo\S*|branch)\b.{0,60} in (?:ruhe|frieden)[.!]?$/i,
  /^(?:benutze?|verwende?|nimm|änder[en]?|lies|öffne) nur (?:dateien|ordner|werkzeuge|quellen|daten|pakete)\b/i,
  // how to speak
  /^hör(?:e)? (?:bitte )?auf,? (?!(?:das|es|damit)\b).{3,60} zu \p{L}+en[.!]?$/iu,
  /^(?:vermeide|verzichte auf) (?:bitte )?(?:fachwörter|fachbegriffe|emojis?|fremdwörter|anglizismen|tabellen|listen|floskeln|abkürzungen|wiederholungen|lange \p{L}+)/iu,
  /^(?:antworte?|schreibe?|rede|sprich)(?: mir)?(?: bitte)?(?: nur| immer)? (?:in|mit) (?:höchstens |maximal |nicht mehr als )?(?:kurzen|einfachen|ganzen|vollständigen|einem|zwei|drei|vier|fünf|\d+) (?:sätzen|satz|wörtern|zeilen|absätzen)[.!]?$/i,
  /^(?:nicht mehr als|höchstens|maximal) (?:einen?|zwei|drei|vier|fünf|\d+) (?:satz|sätze|wörter|zeilen|absätze)(?: pro (?:antwort|nachricht))?[.!]?$/i,
  /^(?:sprich|rede) mich (?:bitte )?(?:mit|als)\b/i,
  new RegExp(`^(?:antworten )?nur (?:auf |in )?${language}(?:,? bitte)?[.!]?$`, 'i'),
  /^nur (?:metrische|imperiale) einheiten\b/i,
  /^kein (?:markdown|smalltalk|fachchinesisch|humor)(?: mehr)?(?:,? bitte)?[.!]?$/i,
  // what it may cost
  new RegExp(`^(?:das |mein |dein )?budget (?:liegt bei|sind) (?:${money})`, 'i'),
  new RegExp(`^du hast (?:dafür |hierfür )?(?:ein budget von|höchstens|maximal) (?:${money})`, 'i'),
  new RegExp(`^mehr als (?:${money}) (?:darf|soll) (?:das|es|dies)(?: \\S+){0,3}? nicht kosten`, 'i'),
  new RegExp(`^(?:das|es|dies) (?:darf|soll) (?:höchstens|maximal|nicht mehr als) (?:${money}) kosten`, 'i'),
  new RegExp(`^bleibe? unter (?:${money})`, 'i'),
];

/** Sayings, and what is of this moment alone. */
export const exceptions: readonly RegExp[] = [
  /^(?:never mind|don[’']t (?:worry|mind|bother|forget|be|you|know|think|understand|see|have|get me wrong|panic|ask me (?:why|how))|do not (?:worry|forget|hesitate)|no (?:thanks|problem|idea|worries|way))\b/i,
  /^(?:don[’']t|do not) (?:tell|ask|call) (?:me )?(?:yet|now|again)?[.!]?$/i,
  /^(?:call|wake|remind|tell|ask|warn) me (?:at|in|on|tomorrow|tonight|next|every|when|again)\b/i,
  /^(?:vergiss (?:nicht|nie)|mach dir (?:keine|nichts)|keine (?:ahnung|sorge|angst|lust)|nie im leben|lass (?:nur|mal|es)|sag (?:nichts|niemandem) (?:mehr|davon)|erinnere mich)\b/i,
];

/** What revokes an order, by its number or by words of it. */
export const revoking: readonly RegExp[] = [
  /^(?:revoke|cancel|lift|drop|forget|delete|remove|end|undo|ignore|take back|withdraw) (?:the )?order (?:number |no\.? |#)?(?<id>\d{1,9})(?: from now on)?[.!]?$/i,
  /^(?:revoke|cancel|lift|drop|forget|delete|remove|end|undo|ignore|take back|withdraw) (?:the |my )?order (?:about|on|with|not to|to|that) (?<words>.{2,200}?)[.!]?$/i,
  /^order (?:number |no\.? |#)?(?<id>\d{1,9}) (?:no longer (?:holds|applies|counts)|does(?: not|n[’']t) (?:hold|apply|count) any ?more|is (?:off|void|revoked|over))[.!]?$/i,
  /^(?:widerrufe?|hebe?|streiche?|vergiss|lösche?|beende|nimm|ignoriere) (?:die )?anweisung (?:nummer |nr\.? |#)?(?<id>\d{1,9})(?: auf| wieder auf| zurück)?[.!]?$/i,
  /^(?:widerrufe?|hebe?|streiche?|vergiss|lösche?|beende|nimm|ignoriere) (?:die |meine )?anweisung (?:mit|über|zu|zum|zur|wegen|, ) ?(?:den |dem |der )?(?<words>.{2,200}?)(?: auf| wieder auf)?[.!]?$/i,
  /^(?:die )?anweisung (?:nummer |nr\.? |#)?(?<id>\d{1,9}) (?:gilt nicht mehr|ist (?:aufgehoben|hinfällig|vorbei))[.!]?$/i,
];

/** What revokes all that hold in a conversation. */
export const revokingAll: readonly RegExp[] = [
  /^(?:revoke|cancel|lift|drop|forget|delete|remove|end|withdraw) all (?:of )?(?:the |my )?orders[.!]?$/i,
  /^(?:widerrufe?|hebe?|streiche?|vergiss|lösche?|beende) alle (?:meine )?anweisungen(?: auf| wieder auf)?[.!]?$/i,
];
