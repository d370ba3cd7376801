/** Requests about memory, commands, questions and the model itself: one row a kind. */
import { defined, type JsonObject } from '../../../../domain/text/json.ts';
import { type Intent, meansResult, meansStatement, plain, type Said, unquoted } from '../intent.ts';
import { mainClause } from './main-clause.ts';
import { correcting } from './memory.ts';

function nameSaid({ name, lead, other }: Said): string {
  return name ?? `${lead} ${other}`;
}

/** What can be asked without tools of its own making, files or pages. */
export const talk: readonly Intent[] = [
  {
    name: 'remember',
    tool: 'memory_save',
    orders: true,
    patterns: {
      en: [
        /^(?:remember|note|keep in mind|memori[sz]e|save|store|do not forget|don't forget|make a note|write down)(?: (?:in|to|into) (?:your |my |the )?memory)?(?:,? that|:) (?<what>[\s\S]+)$/i,
        /^(?:remember|note(?: down)?|keep in mind|memori[sz]e|do not forget|don't forget) (?<what>(?!when\b|what\b|who\b|where\b|how\b|to\b)[\s\S]*[^?\s])$/i,
        /^(?:save|store|add|put) (?<what>[\s\S]+) (?:in|to|into) (?:your |my |the )?memory$/i,
        /^(?:save|store) (?<what>that|this|it|the (?:answer|result|output))$/i,
        /^(?<what>(?:my|our|I|we|the|his|her)\b[^?]{5,500}?)[,;.]? (?:and )?(?:please )?(?:remember|note|save|keep|memori[sz]e) (?:it|that|this)(?: (?:for me|in mind|please))?$/i,
      ],
      de: [
        /^(?:merke? dir|dir merken|merk es dir|behalte(?: im kopf)?|notiere?(?: dir)?|dir notieren|vergiss nicht|denke?(?: bitte)? d(?:a?r)an|speichere?|erinnere dich(?: daran)?)(?: bitte| mal| doch)*(?:,? (?<that>dass)|:) (?<what>[\s\S]+)$/i,
        /^(?<what>(?:mein|unser|ich|wir|der|die|das|sein|ihr)\p{L}*\b[^?]{5,500}?)[,;.]? (?:und )?(?:bitte )?(?:merke? dir (?:das|es)|merk es dir|notiere? (?:das|es|dir das)|speichere? (?:das|es))(?: bitte)?$/iu,
        /^(?:merke? dir|behalte|notiere? dir|vergiss nicht|speichere?),? (?<what>(?!wann\b|was\b|wer\b|wo\b|wie\b)[\s\S]*[^?\s])$/i,
      ],
    },
    refers: ({ what = '' }) => meansStatement(what) || meansResult(what),
    arguments({ what = '', that }, { statement, result, spoken = result }) {
      if (that !== undefined) return asContent(mainClause(plain(what)));
      if (meansStatement(what)) return asContent(statement ?? spoken);
      return asContent(meansResult(what) ? spoken : what);
    },
    example: {
      en: "remember that my sister's birthday is 4 May",
      de: 'merke dir, dass meine Schwester am 4. Mai Geburtstag hat',
    },
  },
  {
    name: 'remember',
    tool: 'memory_save',
    patterns: {
      en: [/^(?:you can |you may |please )?call me (?<name>\p{Lu}[\p{L}'-]{1,30})[.!]?$/u],
      de: [/^(?:du kannst |bitte )?[Nn]enn(?:e)? mich (?:bitte )?(?<name>\p{Lu}[\p{L}'-]{1,30})[.!]?$/u],
    },
    choose: ({ name = '' }, _moment, language) => ({
      tool: 'memory_save',
      arguments: { content: language === 'de' ? `ich möchte ${name} genannt werden` : `I want to be called ${name}` },
    }),
  },
  {
    // who says a name expects to be known by it, and by no other that was said before
    name: 'remember',
    tool: 'memory_save',
    patterns: {
      en: [
        /^(?<name>(?:[Mm]y name(?: is|['’]s)|I(?: am|['’]m) called) (?!(?:not|no|the|a|in|so|what|his|her)\b)\p{L}[\p{L}'-]{1,30}(?: \p{Lu}[\p{L}'-]{1,30}){0,2})(?:,? (?:and )?not \p{L}[\p{L}' -]{1,60})?[.!]?$/u,
        /^(?<lead>[Mm]y name(?: is|['’]s)|I(?: am|['’]m) called) not \p{L}[\p{L}' -]{1,60}?,? but (?<other>\p{L}[\p{L}'-]{1,30}(?: \p{Lu}[\p{L}'-]{1,30}){0,2})[.!]?$/u,
      ],
      de: [
        /^(?<name>(?:[Mm]ein [Nn]ame ist|[Ii]ch heiße) (?!(?:nicht|so|wie|kein|ein|der|die|in)\b)\p{L}[\p{L}'-]{1,30}(?: \p{Lu}[\p{L}'-]{1,30}){0,2})(?:,? (?:und )?nicht \p{L}[\p{L}' -]{1,60})?[.!]?$/u,
        /^(?<lead>[Mm]ein [Nn]ame ist|[Ii]ch heiße) nicht \p{L}[\p{L}' -]{1,60}?,? sondern (?<other>\p{L}[\p{L}'-]{1,30}(?: \p{Lu}[\p{L}'-]{1,30}){0,2})[.!]?$/u,
      ],
    },
    looksUp: nameSaid,
    choose: (said, { earlier }, language) => correcting({ content: nameSaid(said) }, earlier.result, language),
  },
  {
    name: 'reckon',
    patterns: { en: [], de: [] },
    hears: reckoning,
  },
  {
    name: 'beyond',
    patterns: {
      en: [
        /^(?:(?:and )?(?:what(?:['’]?s| is| will)|how(?:['’]?s| is| will)) (?:the )?(?:weather|forecast)(?: be)?(?: like)?\b[^?]{0,60}|(?:will|is|does) it (?:going to )?(?:rain|snow|be (?:sunny|cold|warm|hot))\b[^?]{0,60}|what(?:['’]?s| is) (?:(?:in )?the |new in the )?news(?: today)?|tell me (?:a|another) (?:joke|story|poem)|(?:write|sing)(?: me)? (?:a|an) (?:poem|song|story|essay|e-?mail|letter)\b[^?]{0,120}|(?:translate|summari[sz]e|paraphrase|explain|proofread|how do you say)\b[\s\S]{1,2000}|what(?:['’]?s| is) \S[^?\n]{0,200} in (?:english|german|french|spanish|italian)|who (?:is|was) the (?:president|chancellor|king|queen|pope)\b[^?]{0,60})\W*$/i,
      ],
      de: [
        /^(?:(?:und )?wie (?:ist|wird) (?:das |es )?wetter\b[^?]{0,60}|(?:regnet|schneit) es\b[^?]{0,60}|wird es (?:regnen|schneien|sonnig|kalt|warm)\b[^?]{0,60}|was gibt es neues(?: in der welt)?|(?:erzähle?|sag)(?: mir)? (?:einen|noch einen|eine) (?:witz|geschichte)|(?:schreibe?|sing)(?: mir)? (?:ein gedicht|ein lied|eine geschichte|einen brief|eine e-?mail)\b[^?]{0,120}|(?:übersetze?|erkläre?|formuliere?|wie sagt man)\b[\s\S]{1,2000}|fasse? [\s\S]{1,2000} zusammen|was (?:heißt|bedeutet) \S[^?\n]{0,200} auf (?:deutsch|englisch|französisch|spanisch|italienisch)|wer (?:ist|war) (?:der|die) (?:bundes)?(?:präsident|kanzler|könig|papst)(?:in)?\b[^?]{0,60})\W*$/i,
      ],
    },
  },
  {
    name: 'run',
    tool: 'execute_command',
    orders: true,
    patterns: {
      en: [
        /^(?:run|execute|launch)(?! (?:(?:a|the|some) )?commands?\W*$)(?: (?:the|this|a) (?:shell )?(?:command|program|script))?:?\s+(?<command>[\s\S]+?)(?: (?:in|on) (?:the|a) (?:shell|terminal|command line))?$/i,
        /^\$ (?<command>[\s\S]+)$/,
        /^(?:(?:show|give)(?: me)?|what(?: is|['’]?s)) the output of (?:the command )?(?<command>(?!(?:it|that|this|the|my|your)\b)\S[\s\S]*?)\??$/i,
      ],
      de: [
        /^führe?(?: bitte)?(?! (?:einen |den )?(?:befehl|kommando) aus\W*$)(?: (?:den befehl|das kommando|das programm|das skript))?:?\s+(?<command>[\s\S]+?) aus$/i,
        /^(?:starte|führe? aus)(?: (?:den befehl|das kommando|das programm|das skript))?:?\s+(?<command>[\s\S]+)$/i,
        /^(?:(?:den befehl|das kommando) )?(?<command>[\s\S]+?) ausführen$/i,
        /^(?:(?:zeige?|gib)(?: mir)?|was ist) die ausgabe von (?:dem befehl )?(?<command>(?!(?:dem|der|meine[rm]?)\b)\S[\s\S]*?)\??$/i,
      ],
    },
    arguments: ({ command = '' }) => ({ command: commandLine(command) }),
    example: { en: 'run uname -a', de: 'führe uname -a aus' },
  },
  {
    name: 'ask',
    tool: 'ask_owner',
    orders: true,
    patterns: {
      en: [
        /^ask me(?:,|:)? (?<question>[\s\S]+?)(?:,? (?:with|from) (?:the )?(?:options|choices|answers):? (?<options>[\s\S]+))?$/i,
      ],
      de: [
        /^(?:frage?|frag) mich(?:,|:)? (?<question>[\s\S]+?)(?:,? mit (?:den )?(?:möglichkeiten|antworten|optionen):? (?<options>[\s\S]+))?$/i,
      ],
    },
    arguments: ({ question = '', options }) => ({
      question: asQuestion(question),
      ...defined({ options: options !== undefined ? listed(options) : undefined }),
    }),
    example: { en: 'ask me which colour I like', de: 'frag mich, welche Farbe ich mag' },
  },
  {
    name: 'overview',
    tool: 'memory_search',
    patterns: {
      en: [
        /^(?:what (?:do|did|have) you (?:know|known|remember(?:ed)?|have|keep|kept|saved|learn(?:ed)?)(?: (?:about|of) (?:me|us))?|(?:which|what) memories(?: (?:do|have) (?:you|I) (?:have|keep|kept|saved|got)| are there| of me do you have)?|(?:your|my|the) memories(?: in (?:your )?memory)?|(?:list|show)(?: me)? (?:all )?(?:your|my|the|all) memories|what is in your memory|what have I told you(?: so far)?|(?:tell|show) me (?:everything|all|what) (?:that )?you (?:know|remember|have (?:saved|kept))(?: about me)?)\W*$/i,
      ],
      de: [
        /^(?:was (?:weißt|weisst) du(?: (?:über|von) (?:mich|mir|uns))?|(?:zeige?|liste)(?: mir)? (?:alle |deine )+erinnerungen(?: auf)?|welche erinnerungen hast du(?: gespeichert| an mich| über mich| von mir)?|was (?:hast|weißt|weisst) du (?:alles )?(?:gespeichert|über mich gespeichert|noch von mir)|was hast du dir gemerkt|(?:sage?|zeige?|nenne?) mir(?: alles)?,? was du (?:über mich |dir (?:alles )?)?(?:weißt|weisst|gemerkt hast|gespeichert hast))\W*$/i,
      ],
    },
    arguments: () => ({ query: '*', limit: 20 }),
  },
  {
    name: 'about',
    tool: 'memory_search',
    orders: true,
    patterns: {
      en: [
        /^(?:(?:tell|remind) me )?what (?:do )?you (?:know|remember|have) (?:about|of|on) (?<topic>[\s\S]+)$/i,
        /^what (?:did I (?:say|tell you)|have I (?:said|told you)|I (?:said|told you)) about (?<topic>[\s\S]+)$/i,
        /^(?:tell me (?:something |everything |all |more )?(?:you know )?about|tell me what you know about) (?<topic>[\s\S]+)$/i,
        /^(?:search|look in|look through|check)(?: in| through)? (?:your |my |the )?memory (?:for|about) (?<topic>[\s\S]+)$/i,
        /^(?:look up|recall|search for|find)\s+(?<topic>[\s\S]+?)(?: (?:in|from) (?:your |my |the )?memory)?$/i,
      ],
      de: [
        /^(?:sag mir,? )?was (?:(?:weißt|weisst) du|du) (?:über|von|zu) (?<topic>[\s\S]+?)(?: (?:weißt|weisst))?$/i,
        /^was habe ich dir (?:über|von|zu) (?<topic>[\s\S]+?) (?:erzählt|gesagt)\??$/i,
        /^(?:erzähle?|sage?) mir (?:etwas |alles |mehr )?(?:über|von) (?<topic>[\s\S]+)$/i,
        /^(?:suche?|schau|sieh)(?: in (?:deinem )?gedächtnis)? nach (?<topic>[\s\S]+?)(?: in (?:deinem )?gedächtnis)?$/i,
      ],
    },
    arguments: ({ topic = '' }) => ({ query: bare(topic) }),
    example: { en: 'what do you know about my sister?', de: 'was weißt du über meine Schwester?' },
  },
  {
    name: 'report',
    patterns: {
      en: [
        /^(?:tell|show|give) me (?:the (?:result|results|output|answer)|what (?:it|they|that) (?:says?|prints?|shows?|gives?)|what (?:comes|came) out|how it (?:went|goes))\W*$/i,
      ],
      de: [
        /^(?:sage?|zeige?|gib) mir (?:das ergebnis|die ausgabe|was (?:es|er) (?:ausgibt|sagt)|was herauskommt)\W*$/i,
      ],
    },
    orders: true,
  },
  {
    name: 'greeting',
    patterns: {
      en: [
        /^(?:hi|hello|hey|good (?:morning|evening|afternoon|day)|howdy|greetings)(?:,? (?:there|straylight|again|everyone|you))?(?:[,.!]? how (?:are (?:you|things)|is it going|do you do|['’]?s it going|are you doing)(?: today)?)?\W*$/i,
      ],
      de: [
        /^(?:hallo|hi|hey|servus|moin|grüß (?:gott|dich)|guten (?:tag|morgen|abend))(?:,? (?:du|straylight|zusammen))?(?:[,.!]? wie (?:geht(?: es|['’]?s)(?: dir)?(?: heute)?|läuft(?: es|['’]?s)))?\W*$/i,
      ],
    },
  },
  {
    name: 'thanks',
    patterns: {
      en: [
        /^(?:thanks?|thank you|thx|ty|thnaks|thansk|tahnks|thanx|cheers|(?:that(?:['’]s| is| was)? )?(?:great|perfect|nice|well done|good job|very helpful|(?:it |that )?helped))(?: (?:a lot|very much|so much|you))?(?:[,.!;]? (?:that|this|it) (?:helped|was (?:great|helpful|good)|is (?:great|helpful|good|perfect|all)))?\W*$/i,
      ],
      de: [
        /^(?:danke|dnake|dakne|danek|vielen dank|dankeschön|(?:das (?:ist|war) )?(?:super|toll|perfekt|prima|klasse|gut gemacht|hilfreich))(?: (?:schön|sehr|dir))?(?:[,.!;]? das (?:hat geholfen|war (?:gut|hilfreich|super)|ist (?:gut|super|alles)|wars|war['’]s))?\W*$/i,
      ],
    },
  },
  {
    name: 'wellbeing',
    patterns: {
      en: [
        /^(?:how are (?:you|things)(?: (?:doing|today|going))*|how(?: is|['’]s) it going|how do you do|what['’]s up|are you (?:ok|okay|well|fine|there))\W*$/i,
      ],
      de: [
        /^(?:wie geht(?: es|['’]?s)(?: dir| ihnen)?(?: heute| so)?|geht(?: es|['’]?s) dir gut|was geht|alles (?:gut|klar)(?: bei dir)?|bist du da)\W*$/i,
      ],
    },
  },
  {
    name: 'farewell',
    patterns: {
      en: [
        /^(?:(?:good ?)?bye(?: for now| bye)?|good night|see you(?: (?:later|soon|tomorrow))?|until tomorrow|cu)\W*$/i,
      ],
      de: [
        /^(?:tschüss|tschüß|tschau|ciao|auf wiedersehen|bis (?:bald|später|morgen|dann)|gute nacht|schönen (?:tag|abend)(?: noch)?)\W*$/i,
      ],
    },
  },
  {
    name: 'help',
    patterns: {
      en: [
        /^(?:\/?help(?: me)?(?: out)?|(?:can|could|will) you help(?: me)?|I need (?:some )?help|(?:sorry,? )?I (?:do ?n['’]?o?t|did ?n['’]?o?t) (?:understand|get (?:it|that)|know what to (?:say|do))(?: (?:that|it|this|you))?|huh|what now|what (?:can|do) you (?:do|understand)(?: for (?:me|us))?|what can I (?:ask|say|do|type)(?: you| to you)?|how (?:do|does) (?:you|this|it) work|commands)\W*$/i,
      ],
      de: [
        /^(?:hilfe|(?:mir )?helfen|hilf mir|(?:kannst|könntest) du mir helfen|ich brauche hilfe|(?:das |dich |es )?(?:verstehe|versteh|kapiere?) ich (?:das |dich )?nicht|ich (?:verstehe|versteh|kapiere?) (?:das |dich |es )?nicht|wie bitte|hä|was nun|was jetzt|was kannst du(?: für mich)?(?: (?:tun|alles|verstehen))?|was verstehst du|wie funktionierst du|was kann ich (?:sagen|fragen|tun))\W*$/i,
      ],
    },
    example: { en: 'help', de: 'hilfe' },
  },
  {
    name: 'identity',
    patterns: {
      en: [
        /^(?:who|what)(?: are|'re) you\W*$/i,
        /^(?:what|which) (?:model|ai|llm) are you\W*$/i,
        /^are you (?:a |an )?(?:real |true )?(?:ai|human|person|robot|bot|machine|model|llm|language model|alive|conscious|claude|chatgpt|rehearsal model)\W*$/i,
        /^(?:who|what) (?:made|built|wrote|created|developed|is behind) you\W*$/i,
        /^(?:what['’]?s your name|what is your name|what are you called|how do I give you a mind)\W*$/i,
      ],
      de: [
        /^(?:wer|was) bist du\W*$/i,
        /^bist du (?:ein |eine )?(?:echte[rs]? )?(?:ki|mensch|roboter|bot|maschine|modell|sprachmodell|ai|claude|chatgpt)\W*$/i,
        /^(?:wer|was) (?:hat dich (?:gemacht|gebaut|geschrieben|erschaffen|programmiert|entwickelt)|steckt hinter dir)\W*$/i,
        /^(?:wie heißt du|welches modell bist du|wie gebe ich dir einen verstand)\W*$/i,
      ],
    },
    example: { en: 'who are you?', de: 'wer bist du?' },
  },
  {
    name: 'today',
    orders: true,
    patterns: {
      en: [
        /^(?:what(?: is|'s)? (?:the )?(?:time|date|day)(?: is it| today| now)?(?: is it)?(?: today| now)?|what(?: is|'s) today's date|what day is it(?: today)?|how late is it|(?:tell|show|give) me the (?:time|date|day)(?: and (?:the )?(?:time|date))?|tell me (?:what (?:time|day) it is|how late it is))\W*$/i,
      ],
      de: [
        /^(?:wie (?:spät|viel uhr) ist es(?: jetzt)?|wieviel uhr ist es|welcher tag ist heute|welches datum (?:ist|haben wir)(?: heute)?|der wievielte ist heute|sag mir,? (?:wie (?:spät|viel uhr) es ist|(?:die uhrzeit|das datum|den tag))|(?:die )?uhrzeit)\W*$/i,
      ],
    },
    example: { en: 'what time is it?', de: 'wie spät ist es?' },
  },
  {
    name: 'yes',
    patterns: {
      en: [
        /^(?:(?:yes|yep|yeah|yup|sure|ok|okay|of course|exactly)(?:,? (?:please|do|do (?:it|that|so)|that one|exactly|(?:save|remember|keep|forget) (?:it|that)))?|please do|do it|go ahead|that one|that is right|that's right|correct)\W*$/i,
      ],
      de: [
        /^(?:(?:ja|jawohl|jo|ok|okay|klar|na klar|gerne?|natürlich|genau)(?:,? (?:bitte|genau|gerne?|mach das|tu das|(?:merke?|behalte) (?:es|das|dir das|dir es|es dir)|vergiss (?:es|das)|die|das|den))?|mach das|tu das|stimmt|richtig)\W*$/i,
      ],
    },
  },
  {
    name: 'no',
    patterns: {
      en: [
        /^(?:no|nope|no,? thanks?(?: you)?|(?:no,? )?(?:better|rather) not|never ?mind|not now|(?:maybe )?later)\W*$/i,
      ],
      de: [
        /^(?:nein|nö|nein,? danke|(?:nein,? )?(?:doch|lieber|besser) (?:lieber )?nicht|lass es|schon gut|egal|jetzt nicht|(?:vielleicht )?später)\W*$/i,
      ],
    },
  },
  {
    // What is left and asks something: the answer can only be in memory.
    name: 'question',
    tool: 'memory_search',
    patterns: {
      en: [
        /^(?:(?:tell me|say|show me|do you (?:know|remember)|can you tell me|remember)[,:]? )?(?<question>(?:(?:at|on|in|from|to|with|until|till|since|by|for|of|under|about) )?(?:when|where|who|whom|whose|what|which|how|why)\b[\s\S]{3,})$/i,
        /^(?<question>(?:am|is|are|was(?= (?:I|he|she|it|we|they|the|my|your|our|his|her|their|there|this|that)\b)|were|do|does|did|have|has|can|could|must|should|may|will(?! ich\b)) (?!you\b)[\s\S]{3,}\?)$/i,
        /^(?:do|can) you (?:know|remember|recall) (?<question>[\s\S]{3,})$/i,
        /^remember (?<question>(?!that\b)[\s\S]{3,}\?)$/i,
      ],
      de: [
        /^(?:(?:sag|sage|zeig|zeige) mir[,:]? |weißt du[,:]? )?(?<question>(?:(?:um|an|in|aus|mit|bis|seit|von|für|bei|auf|unter|als|nach|zu) )?(?:wann|wo|wer|wen|wem|wessen|was|welche[rsnm]?|wie|wieviel|wieviele|womit|woher|wohin|wofür|woran|wovor|warum|wieso)\b[\s\S]{3,})$/i,
        /^(?<question>(?:bin|ist|sind|war|waren|habe|hab|hat|haben|darf|muss|soll|kann|mag|esse|trinke|vertrage|wohne|fahre|spreche) (?!du\b)[\s\S]{3,}\?)$/i,
        /^(?:weißt|erinnerst) du (?:dich an )?(?<question>[\s\S]{3,})$/i,
      ],
    },
    arguments: ({ question = '' }) => ({ query: question.trim() }),
    example: { en: "when is my sister's birthday?", de: 'wann hat meine Schwester Geburtstag?' },
  },
];

/** "How much is 12 * 7?": two numbers and what is done with them. */
function reckoning(text: string): { readonly language: 'en' | 'de'; readonly said: Said } | undefined {
  const [, start = '', one = '', sign = '', other = ''] =
    /^(?:(how much is|what(?:['’]s|s| is)|calculate|compute|(?:wie ?viel|was) (?:ist|sind|macht|ergibt)|rechne|berechne)\s+)?(-?\d+(?:[.,]\d+)?)\s*(\+|-|–|\*|x|×|\/|:|÷|plus|minus|times|mal|divided by|over|geteilt durch|durch)\s*(-?\d+(?:[.,]\d+)?)\s*=?\W*$/i.exec(
      text,
    ) ?? [];
  if (one === '' || other === '') return undefined;
  const isGerman = /wie|was\b|rechne|mal|geteilt|durch/i.test(`${start} ${sign}`);
  return { language: isGerman ? 'de' : 'en', said: { one, sign: sign.toLowerCase(), other } };
}

function asContent(what: string | undefined): JsonObject | undefined {
  const content = plain(what ?? '');
  return content === '' ? undefined : { content: unquoted(content) };
}

/** The command itself: without the quotes, fence or full stop of the sentence around it. */
function commandLine(text: string): string {
  const fenced = /^```[\w-]*\n([\s\S]*?)\n?```\W*$/.exec(text.trim())?.[1];
  if (fenced !== undefined) return fenced.trim();
  const plain = text.trim().replace(/,? (?:for me|please|bitte)[.!?]*$/i, '');
  const quoted = /^(?:`([^`]+)`|“([^”]+)”|„([^“]+)“|"([^"]+)"|'([^']+)')[.!?]*$/.exec(plain);
  return quoted?.slice(1).find(part => part !== undefined) ?? plain.replace(/(?<=[\w`'")])[.!?]$/, '');
}

/** "which colour I like" becomes "Which colour do you like?"; what is a question already stays. */
function asQuestion(text: string): string {
  const plain = unquoted(text.trim().replace(/[.!]+$/, ''));
  const question = plain.endsWith('?') ? plain : `${turned(plain)}?`;
  return question.charAt(0).toUpperCase() + question.slice(1);
}

function turned(text: string): string {
  return text
    .replace(/\bI am\b/gi, 'you are')
    .replace(/\bI\b/g, 'you')
    .replace(/\bmy\b/gi, 'your')
    .replace(/^(?:whether|if) you are\b/i, 'are you')
    .replace(/^(?:whether|if) you\b/i, 'do you')
    .replace(
      /^((?:which|what|where|when|how|who|whom|why)(?: (?!you\b)\p{L}+){0,3}) you (are|can|will|should|must|were)\b/iu,
      '$1 $2 you',
    )
    .replace(/^((?:which|what|where|when|how|who|whom|why)(?: (?!you\b)\p{L}+){0,3}) you (?=\p{L})/iu, '$1 do you ')
    .replace(
      /^((?:welche\p{L}*|was|wo|wann|wie|wen|wem|warum|womit|wohin)(?: (?!ich\b)\p{L}+){0,3}) ich (\p{L}+)$/iu,
      (_, asks: string, verb: string) => `${asks} ${duForms[verb] ?? verb.replace(/e$/, 'st')} du`,
    )
    .replace(
      /^ob ich (.+) (\p{L}+)$/iu,
      (_, rest: string, verb: string) => `${duForms[verb] ?? verb.replace(/e$/, 'st')} du ${rest}`,
    );
}

/** Forms of the second person that adding `st` does not make. */
const duForms: Readonly<Record<string, string>> = {
  mag: 'magst',
  will: 'willst',
  möchte: 'möchtest',
  bin: 'bist',
  habe: 'hast',
  fahre: 'fährst',
  esse: 'isst',
  heiße: 'heißt',
  kann: 'kannst',
};

function listed(text: string): readonly string[] {
  return text
    .replace(/[.!?]+$/, '')
    .split(/\s*,\s*(?:(?:and|or|und|oder)\s+)?|\s+(?:and|or|und|oder)\s+/i)
    .map(option => unquoted(option.trim()))
    .filter(option => option !== '')
    .slice(0, 4);
}

function bare(topic: string): string {
  return unquoted(topic.trim().replace(/[.!?]+$/, ''));
}
