/** Sentences of failures in German, by their English form, with `{1}`, `{2}` for what each names (../../policy/sentence.ts). */
export type Forms = Readonly<Record<string, string>>;
