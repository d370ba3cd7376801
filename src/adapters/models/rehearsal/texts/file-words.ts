/** What tools say of files, in German for an owner: it is found by its form. */
export type FormRows = readonly (readonly [RegExp, string | ((...found: string[]) => string)])[];

export const fileRows: FormRows = [
  [/(\S+) does not exist\./g, '$1 gibt es nicht.'],
  [/\. There is: (.*)\.$/gm, '. Es gibt: $1.'],
  [/: 1 entry\b/g, ': 1 Eintrag'],
  [/: (\d+) entries\b/g, ': $1 Einträge'],
  [/(?<=[(, ])(\d+) bytes?(?=[),. ]|$)/gm, '$1 Bytes'],
  [/(?<=[(, ])1 line(?=[),. ]|$)/gm, '1 Zeile'],
  [/(?<=[(, ])(\d+) lines(?=[),. ]|$)/gm, '$1 Zeilen'],
];

/** A text by the first German of each of its forms. */
export function byForms(text: string, rows: FormRows): string {
  return rows.reduce(
    (said, [form, words]) => (typeof words === 'string' ? said.replace(form, words) : said.replace(form, words)),
    text,
  );
}
