/** Servers of OpenAI's Chat Completions API that are known by name: where they are, and in what they differ. */
import type { ContextServer } from './context-length.ts';
import {
  compatibleDialect,
  type Dialect,
  deepseekDialect,
  geminiDialect,
  hostedDialect,
  openaiDialect,
  openrouterDialect,
} from './dialect.ts';

export interface Preset {
  /** As messages name it. */
  readonly title: string;
  /** Undefined: the owner has to say it. */
  readonly baseUrl?: string;
  /** The variable its key is looked for in; undefined where none is needed. */
  readonly keyVariable?: string;
  /** People run it themselves, so that a token costs nothing. Where it runs, its address says. */
  readonly isSelfRun: boolean;
  readonly dialect: Dialect;
  /** What a model takes where the server does not say. */
  readonly contextTokens: number;
  readonly takesImages: boolean;
  /** Where its context length is asked for, on an address of one's own; where left out, any of these may answer. */
  readonly mayBe?: readonly ContextServer[];
}

const hosted = { isSelfRun: false, dialect: hostedDialect, contextTokens: 128_000, takesImages: false };
const selfRun = { isSelfRun: true, dialect: compatibleDialect, contextTokens: 8_192, takesImages: false };

/** Addresses and differences as the servers' own documentation gives them (2026-11). */
export const presets: Readonly<Record<string, Preset>> = {
  openai: {
    ...hosted,
    title: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    dialect: openaiDialect,
    takesImages: true,
  },
  openrouter: {
    ...hosted,
    title: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    dialect: openrouterDialect,
  },
  groq: { ...hosted, title: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', keyVariable: 'GROQ_API_KEY' },
  gemini: {
    ...hosted,
    title: 'Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
    dialect: geminiDialect,
    contextTokens: 1_000_000,
    takesImages: true,
  },
  deepseek: {
    ...hosted,
    title: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyVariable: 'DEEPSEEK_API_KEY',
    dialect: deepseekDialect,
  },
  mistral: { ...hosted, title: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', keyVariable: 'MISTRAL_API_KEY' },
  llamacpp: { ...selfRun, title: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', mayBe: ['llamacpp'] },
  lmstudio: { ...selfRun, title: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', mayBe: ['lmstudio'] },
  vllm: { ...selfRun, title: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1', mayBe: [] },
  /** Any other server, at the address the owner gives. */
  compatible: { ...hosted, dialect: compatibleDialect, title: 'the server' },
};
