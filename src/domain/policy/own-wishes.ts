/**
 * Which calls can be the owner's own wish beside outside text, and the words by which the owner asks for each.
 *
 * These calls change only records of ours, and each says in its arguments what it is about. Commands, files, code,
 * settings and addresses are never among them: who has named a file has not asked to empty it.
 */

/** In English and German; a tool that is not listed is never lifted. */
const wishes: Readonly<Record<string, RegExp>> = {
  memory_save: wish(
    ["remember|memori[sz]e|note|save|don['’]?t forget", 'merk*|notier*|erinner*|speicher*|vergiss nicht|behalte?'],
    '记住|覚えて|기억해',
  ),
  memory_update: wish(['remember|correct*|actually|change|update|is now', 'korrigier*|eigentlich|änder*|stimmt nicht']),
  memory_forget: wish(['forget|delete|remove|erase', 'vergiss|vergessen|lösch*|entfern*']),
  schedule_job: wish(['remind|reminder|wake|tell me|every|schedule', 'erinner*|weck*|sag mir|jeden?|plane?']),
  cancel_job: wish(['cancel|delete|remove|stop|end|drop', 'absag*|ab|lösch*|streich*|entfern*|beende*|stopp*']),
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

/** Do the owner's words ask for what this tool does? `fields`: those that the model wrote. */
export function isWished(tool: string, fields: readonly string[], words: readonly string[]): boolean {
  const wish = Object.hasOwn(wishes, tool) ? wishes[tool] : undefined;
  return wish !== undefined && !fields.some(field => acting.has(field)) && words.some(text => wish.test(text));
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
