/** What is wrong with an argument of a call, where its owner can make something of it. */
import { type Form, inEnglish } from '../../policy/sentence.ts';
import type { Said } from './texts.ts';

/** As a schema reports it: `message` for the model, `params` for the owner. */
export function issueOf(message: string, said: Said) {
  return { code: 'custom', message, params: { said } } as const;
}

/** The same of a sentence that is for both. */
export function issueSaying(said: Form) {
  return issueOf(inEnglish(said), { code: 'sentence', values: { sentence: said } });
}

/** What such an issue says to the owner; undefined: it is one for the model alone. */
export function saidByIssue(issue: object): Said | undefined {
  const { params } = issue as { readonly params?: { readonly said?: Said } };
  return params?.said;
}
