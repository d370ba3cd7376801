/**
 * Which calls can be the owner's own wish beside outside text, and the words by which the owner asks for each.
 *
 * These calls change only records of ours, and each says in its arguments what it is about. Commands, files, code,
 * settings and addresses are never among them: who has named a file has not asked to empty it.
 */

/** Not: "tell me what it says of the meeting tomorrow". */
const unless = String.raw`(?![^.!?]*\b(?:what|how|when|where|why|who|whether|if|which|was|wie|wann|wo|warum|wer|ob)\b)`;

/** In English and German; a tool that is not listed is never lifted. */
const wishes: Readonly<Record<string, RegExp>> = {
  memory_save: wish(
    ["remember|memori[sz]e|note|save|don['’]?t forget", 'merk*|notier*|erinner*|speicher*|vergiss nicht|behalte?'],
    '记住|覚えて|기억해',
  ),
  memory_update: wish(['remember|correct*|actually|change|update|is now', 'korrigier*|eigentlich|änder*|stimmt nicht']),
  schedule_job: wish([
    `remind|reminder|wake|tell me${unless}|every|schedule`,
    `erinner*|weck*|sag mir${unless}|jeden?|plane?`,
  ]),
  goals: wish([
    'goal|aim|done|finished|complete*|drop|add',
    'ziel*|erledigt|fertig|streich*|vorhaben|setz*|abgeschlossen',
  ]),
};

/**
 * One of the words, whole: `\b` knows no umlauts. `*`: any ending. `signs`: of scripts that put no blanks between words.
 */
function wish(words: readonly string[], signs?: string): RegExp {
  const any = String.raw`[\p{L}\p{N}_]`;
  const whole = `(?<!${any})(?:${words.join('|').replaceAll('*', `${any}*`)})(?!${any})`;
  return new RegExp(signs === undefined ? whole : `${whole}|${signs}`, 'iu');
}

const opening =
  '(?:please|kindly|and|then|also|now|so|but|first|finally|next|just|ok|okay|bitte|und|dann|danach|auch|jetzt|noch|mal|doch|aber|also)';
const asking =
  "(?:(?:can|could|would|will) you|i(?:['’]d| would)? (?:want|like)(?: you)? to|(?:kannst|könntest|würdest) du|du (?:kannst|sollst)|ich (?:möchte|will))";
interface Ending {
  /** A clause that begins with the verb, after words that ask. */
  readonly atStart: RegExp;
  /** A German clause that ends with it. */
  readonly atEnd: RegExp;
}

function ending(begins: string, ends: string): Ending {
  return {
    atStart: new RegExp(`^(?:${opening}[\\s,]+)*(?:${asking}\\s+)?(?:${opening}\\s+)*(?:${begins})(?![\\p{L}])`, 'iu'),
    atEnd: new RegExp(`(?<![\\p{L}])(?:${ends})\\s*$`, 'iu'),
  };
}

/**
 * What ends or takes away something asks for that as such: the verb begins a clause, or, in German, ends it. What is to be
 * told of ("tell me how the backup will end") asks for nothing, and neither does what stands behind it.
 */
const endings: Readonly<Record<string, Ending>> = {
  memory_forget: ending(
    'forget|delete|remove|erase|vergiss|vergessen sie|lösch|lösche|entfern|entferne',
    'vergessen|löschen|entfernen',
  ),
  cancel_job: ending(
    "cancel|delete|remove|stop|end|drop|don['’]t remind|do not remind|(?:sage?|brich)(?=.*(?<![\\p{L}])ab\\s*$)|lösch|lösche|streich|streiche|entfern|entferne|beende|stopp|stoppe",
    'absagen|löschen|streichen|entfernen|beenden|stoppen|abbrechen',
  ),
  goals: ending(
    "drop|complete|finish|remove|mark|tick|(?:my |the )?goal|i(?:['’]m| am|['’]ve| have) (?:done|finished|completed)|streich|streiche|beende|hak|hake|markier|markiere|(?:mein |das )?ziel|ich (?:habe|bin)",
    'streichen|erledigt|abgeschlossen|fertig|abhaken',
  ),
};

/** What begins with one of these is told, not asked for. */
const telling =
  /(?<![\p{L}])(?:how|what|when|where|why|who|whether|if|which|tell|say|says|summari[sz]e|wie|was|wann|wo|warum|wer|ob|welche[nrsm]?|sag mir|erzähl\w*)(?![\p{L}])/iu;

/** The clauses of the owner's words that ask for an end of something. */
function endsIn({ atStart, atEnd }: Ending, words: readonly string[]): readonly string[] {
  return words
    .flatMap(text => text.split(/[.!?\n](?=\s|$)|;/))
    .flatMap(sentence => {
      const clauses = sentence
        .split(/,|:|(?<![\p{L}])(?=(?:and|then|but|und|dann|aber|sondern)\s)/iu)
        .map(one => one.trim());
      const tells = clauses.findIndex(clause => telling.test(clause));
      const wanted = clauses.filter(
        (clause, at) => (tells < 0 || at < tells) && (atStart.test(clause) || atEnd.test(clause)),
      );
      return wanted.map(clause => clause.replace(atEnd, '').trim());
    });
}

/**
 * What of the owner's words asks for what this tool does; undefined: nothing. `fields`: those that the model wrote;
 * `values`: what stands in them.
 */
export function wishIn(
  tool: string,
  { fields, values }: { readonly fields: readonly string[]; readonly values: readonly string[] },
  words: readonly string[],
): readonly string[] | undefined {
  if (fields.some(field => acting.has(field))) return undefined;
  const isEnd =
    Object.hasOwn(endings, tool) && (tool !== 'goals' || values.some(value => /^(?:drop|complete)$/.test(value)));
  const end = isEnd ? endings[tool] : undefined;
  if (end !== undefined) {
    const wanted = endsIn(end, words);
    return wanted.length === 0 ? undefined : wanted;
  }
  const wish = Object.hasOwn(wishes, tool) ? wishes[tool] : undefined;
  return wish !== undefined && words.some(text => wish.test(text)) ? words : undefined;
}

/** With one of these a job does more than say something. */
const acting: ReadonlySet<string> = new Set([
  'command',
  'tool',
  'arguments',
  'instruction',
  'on_success',
  'on_failure',
]);
