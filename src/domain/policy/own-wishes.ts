/**
 * Which calls can be the owner's own wish beside outside text, and the words by which the owner asks for each.
 *
 * These calls change only records of ours, and each says in its arguments what it is about. Commands, files, code,
 * settings and addresses are never among them: who has named a file has not asked to empty it.
 */

/** In English and German; a tool that is not listed is never lifted. */
const wishes: Readonly<Record<string, RegExp>> = {
  memory_save:
    /(?<![\p{L}\p{N}])(?:remember|memori[sz]e|note|save|don['’]?t forget|merk\w*|notier\w*|erinner\w*|speicher\w*|vergiss nicht|behalte?)\b|记住|覚えて|기억해/iu,
  memory_update:
    /(?<![\p{L}\p{N}])(?:remember|correct\w*|actually|change|update|is now|korrigier\w*|eigentlich|änder\w*|stimmt nicht)(?![\p{L}\p{N}])/iu,
  memory_forget: /(?<![\p{L}\p{N}])(?:forget|delete|remove|erase|vergiss|vergessen|lösch\w*|entfern\w*)\b/iu,
  schedule_job:
    /(?<![\p{L}\p{N}])(?:remind|reminder|wake|tell me|every|schedule|erinner\w*|weck\w*|sag mir|jeden?|plane?)\b/iu,
  cancel_job:
    /(?<![\p{L}\p{N}])(?:cancel|delete|remove|stop|end|drop|absag\w*|ab|lösch\w*|streich\w*|entfern\w*|beende\w*|stopp\w*)\b/iu,
  goals:
    /(?<![\p{L}\p{N}])(?:goal|aim|done|finished|complete\w*|drop|add|ziel\w*|erledigt|fertig|streich\w*|vorhaben|setz\w*|abgeschlossen)\b/iu,
};

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
