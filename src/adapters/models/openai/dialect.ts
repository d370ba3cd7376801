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
}

export const openaiDialect: Dialect = { limit: 'max_completion_tokens', format: 'schema', hasFineEffort: true };
export const compatibleDialect: Dialect = { limit: 'max_tokens', format: 'schema', hasFineEffort: false };
export const objectDialect: Dialect = { limit: 'max_tokens', format: 'object', hasFineEffort: false };
