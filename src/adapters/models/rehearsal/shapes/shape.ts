/** The form of a tool that the rehearsal model can compose: what it is asked for with, and the Python it becomes. */
import type { JsonObject } from '../../../../domain/text/json.ts';
import type { Language } from '../intent.ts';
import type { Phrase } from '../phrase.ts';

export interface Shape {
  /** The tool's name, unless the owner gives it one. */
  readonly name: string;
  readonly description: string;
  /** Says this, without what it is done to: "count the words", "die Wörter eines Textes zählt". */
  readonly sounds: RegExp;
  /** Completes "make a tool that …" and "mach ein Werkzeug, das …". */
  readonly wish: Readonly<Record<Language, string>>;
  readonly parameters: JsonObject;
  /**
   * Python: imports and definitions, `work` among them, which takes the parameters by name and returns what JSON can
   * hold.
   */
  readonly python: string;
  /** Arguments it is tried with. */
  readonly test: JsonObject;
  /** A request that uses it. */
  readonly use: Readonly<Record<Language, string>>;
  /** Its arguments from such a request, where the schema alone does not tell; undefined where something is missing. */
  readonly fill?: (phrase: Phrase, language: Language) => JsonObject | undefined;
}

/** The whole program of a shape: reads one JSON object, writes one JSON value. */
export function programOf({ description, python }: Pick<Shape, 'description' | 'python'>): string {
  return `#!/usr/bin/env python3
"""${description}"""
import json
import sys
${python.replace(/\n+$/, '')}


print(json.dumps(work(**json.load(sys.stdin)), ensure_ascii=False))
`;
}

/** A JSON Schema of type object; all properties are required but those with a default. */
export function parameters(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter(name => properties[name]?.['default'] === undefined),
    additionalProperties: false,
  };
}

export const someText: JsonObject = { type: 'string', description: 'The text.' };
