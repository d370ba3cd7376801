/**
 * In what servers of OpenAI's Chat Completions API differ from each other. What is not named here is the same for all.
 */
export interface Dialect {
  /** The parameter for the longest reply: OpenAI's newer models take one, most other servers the older one. */
  readonly limit: 'max_completion_tokens' | 'max_tokens';
  /**
   * How a reply in JSON is asked for: `schema` enforces the schema, `object` any JSON; the schema then stands in the
   * instructions too.
   */
  readonly format: 'schema' | 'object';
  /** It knows more levels of `reasoning_effort` than low, medium and high. */
  readonly hasFineEffort: boolean;
  /** Thinking is switched off by a parameter of its own, not by an effort of `none`. */
  readonly hasThinkingSwitch?: boolean;
  /** A hosted service that sets thoughts apart and reads calls itself: a reply begins in none, and bare JSON is an answer. */
  readonly isVendor?: boolean;
  /** Where it wants the thoughts of a reply back. */
  readonly thoughts?: 'reasoning_content' | 'reasoning_details' | 'extra_content';
}

export const openaiDialect: Dialect = {
  limit: 'max_completion_tokens',
  format: 'schema',
  hasFineEffort: true,
  isVendor: true,
};
export const compatibleDialect: Dialect = { limit: 'max_tokens', format: 'schema', hasFineEffort: false };
export const hostedDialect: Dialect = { ...compatibleDialect, isVendor: true };
export const openrouterDialect: Dialect = { ...hostedDialect, thoughts: 'reasoning_details' };
export const geminiDialect: Dialect = { ...hostedDialect, thoughts: 'extra_content' };
export const deepseekDialect: Dialect = {
  limit: 'max_tokens',
  format: 'object',
  hasFineEffort: true,
  hasThinkingSwitch: true,
  isVendor: true,
  thoughts: 'reasoning_content',
};
