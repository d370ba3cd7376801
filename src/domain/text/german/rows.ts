/** Forms of English sentences, each with its German: `$1` is what it found as it stands there, `{1}` the same in German where it is ours. */
export type Rows = readonly (readonly [form: RegExp, german: string])[];
