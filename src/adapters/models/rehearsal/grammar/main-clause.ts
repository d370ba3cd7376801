/**
 * A German clause as it stands after "dass", made a sentence that can stand alone: its verb comes second. "mein Fahrrad
 * die Rahmennummer WX-1 hat" is "mein Fahrrad hat die Rahmennummer WX-1". Where it is not sure what the subject or the
 * verb is, the clause stays as it was said.
 */

const noun = String.raw`\p{Lu}[\p{L}\p{N}.-]*`;
const article = `(?:(?:[mds]ein|ihr|unser|euer|k?ein)(?:e[rsnm]?)?|die|der|das|dies(?:e[rs]?)|jede[rs]?|alle)`;
const title = `(?:Frau|Herr|Dr[.]|Familie|Tante|Onkel|Oma|Opa)`;
const subjects = [
  String.raw`(?:ich|du|er|sie|es|wir|ihr|man|jemand|niemand|alles|das(?= \p{Ll})|heute|morgen)(?= \p{L})`,
  String.raw`${article}(?: \p{Ll}+e[rsnm]?)?(?: ${noun})(?:-${noun})?`,
  `${title} ${noun}`,
  noun,
];
/** What may belong to the subject, and is tried first: "meines Fahrrads", "von Ada". */
const attribute = `(?: (?:(?:[mds]eine[sr]|ihre[sr]|unsere[sr]|eine[sr]|des|der) ${noun}|vo[nm] (?:${article} )?${noun}))`;

/** Verbs that are told from other words without doubt. */
const verbs =
  'bin bist ist sind war waren habe hab hat haben hatte hatten werde wird werden wurde mag mögen will wollen kann können muss müssen soll sollen darf dürfen weiß wissen heißt heiße wohnt wohne wohnen lebt lebe leben arbeitet arbeite kommt komme fährt fahre geht gehe liegt steht hängt kostet beginnt endet gehört trinkt trinke isst esse spielt spiele spricht spreche vertrage verträgt nehme nimmt brauche braucht bekommt bekomme hasse liebe liebt lautet macht mache';
const known: ReadonlySet<string> = new Set(verbs.split(' '));

const prefix = `(?:ab|an|auf|aus|ein|her|hin|los|mit|nach|vor|weg|zu|zurück|statt|teil)`;
const divisible = new RegExp(
  `^(${prefix})((?:fährt|fahre|fahren|kommt|komme|kommen|fängt|fange|holt|hole|ruft|rufe|geht|gehe|gehen|macht|mache|findet|finden|nimmt|nehme|zieht|ziehe|steht|stehe|läuft|laufe|hört|gibt|gebe|bringt|bringe|liegt|schließt|reist|reise))$`,
  'u',
);

/** The clause as a sentence of its own. */
export function mainClause(clause: string): string {
  const text = clause.trim();
  const [first = '', second] = text.split(/,? und /);
  // "ich Tee mag und Kaffee hasse" is two clauses of one subject
  if (second !== undefined && known.has(lastWord(first)) && isVerb(lastWord(second)) && !text.includes(',')) {
    const turned = verbSecond(first);
    return turned === undefined || text.split(' und ').length > 2 ? text : `${turned} und ${verbFirst(second)}`;
  }
  return text.includes(', ') ? text : (verbSecond(text) ?? text);
}

function verbSecond(clause: string): string | undefined {
  for (const subject of subjects)
    for (const more of [attribute, '']) {
      const match = new RegExp(`^(${subject}${more}) (.+)$`, 'u').exec(clause);
      const [, who = '', rest = ''] = match ?? [];
      const words = rest.split(' ');
      if (match === null || words.length < 2) continue;
      // it stands in the order of a sentence already
      if (known.has(words[0] ?? '') && !known.has(words.at(-1) ?? '')) return clause;
      return isVerb(words.at(-1) ?? '') ? `${who} ${verbFirst(rest)}` : undefined;
    }
  return undefined;
}

function verbFirst(rest: string): string {
  const verb = lastWord(rest);
  const before = rest.slice(0, rest.length - verb.length).trim();
  const [, apart, itself] = divisible.exec(verb) ?? [];
  return itself === undefined ? `${verb} ${before}` : `${itself} ${before} ${apart}`;
}

function lastWord(text: string): string {
  return text.trim().split(' ').at(-1) ?? '';
}

function isVerb(word: string): boolean {
  return known.has(word) || /^\p{Ll}{2,}(?:e|t|en|ern|eln)$/u.test(word);
}
