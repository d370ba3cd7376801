/** From "make a tool that counts the words of a text", or from pasted code, to the arguments of create_tool. */
import { defined, type JsonObject } from '../../../domain/text/json.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { isToolName } from '../../../domain/tools/name.ts';
import { longestDescription } from '../../../domain/tools/script-tool.ts';
import { type Choice, type Language, quoted, type Said, unquoted } from './intent.ts';
import { toolName } from './own-tools.ts';
import { readPastedCode } from './pasted-code.ts';
import { programOf } from './shapes/shape.ts';
import { descriptionOf, shapeOf, shapes } from './shapes/shapes.ts';
import { rehearsalTexts } from './texts/texts.ts';

/** `rest`: what was said after "make a tool". */
export function chooseMake({ rest = '' }: Said, language: Language): Choice {
  const { name, wish, code, test } = wishIn(rest);
  const texts = rehearsalTexts(language);
  if (name !== undefined && !isToolName(name)) return { say: texts.noName };
  if (code !== undefined) return fromCode({ name, wish, code, test }, language);
  if (wish === undefined) return { say: texts.makeWhat(wishes(language)) };
  const shape = shapeOf(wish);
  if (shape === undefined) return { say: texts.cannotMake(oneLine(wish, 80), wishes(language)) };
  return {
    tool: 'create_tool',
    arguments: {
      name: name ?? shape.name,
      description: descriptionOf(shape, language),
      parameters_schema: shape.parameters,
      implementation: programOf(shape),
      timeout_secs: 20,
      test_input: shape.test,
    },
  };
}

/** What can be wished for. */
function wishes(language: Language): readonly string[] {
  return shapes.map(({ wish }) => wish[language]);
}

interface Wish {
  readonly name: string | undefined;
  /** What it shall do. */
  readonly wish: string | undefined;
  /** Pasted code; empty where it was announced and did not come. */
  readonly code: string | undefined;
  readonly test: JsonObject | undefined;
}

/**
 * `named greet that greets somebody from this code, tested with {"name": "Ann"}: …`; all of it may be left out, what is
 * pasted stands last.
 */
function wishIn(rest: string): Wish {
  const mark = thisCode.exec(rest);
  const words = mark === null ? rest : rest.slice(0, mark.index);
  const name = naming.exec(words)?.[1];
  const wish = words
    .replace(naming, ' ')
    .replace(/[\s,:]+/g, ' ')
    .trim()
    .replace(/^(?:that|which|to|for|der|die|das|welches|um|zum|für)\b/i, '')
    .replace(/[.!?]+$/, '')
    .trim();
  return {
    name: name === undefined ? undefined : toolName(unquoted(name)),
    wish: wish === '' ? undefined : wish,
    code: mark === null ? undefined : withoutTicks(rest.slice(mark.index + mark[0].length)),
    test: objectIn(mark?.groups?.['test']),
  };
}

const thisCode =
  /,?\s*\b(?:from|with|out of|using|aus|mit) (?:this|the following|my|diesem|folgendem|meinem) (?:python )?(?:code|script|program|programm|skript)(?:,?\s+(?:and |und )?(?:test(?:ed)?(?: it)?|geprüft|teste es) (?:with|mit) (?<test>\{.*?\}))?\s*(?::|$)\s*/i;

const naming = new RegExp(
  String.raw`,?\s*\b(?:named|called|with the name|namens|mit (?:dem )?namen)\s+(${quoted}|[\p{L}\p{N}_-]+)`,
  'iu',
);

/** A function needs no other name than its own. */
function fromCode({ name, wish, code = '', test }: Wish, language: Language): Choice {
  const texts = rehearsalTexts(language);
  if (code.trim() === '') return { say: texts.pasteIt };
  const { implementation, parameters, description, wraps } = readPastedCode(code);
  const called = name ?? (wraps === undefined ? '' : toolName(wraps));
  if (!isToolName(called)) return { say: texts.nameIt };
  const what = wish ?? description ?? texts.givenCode(called.replaceAll('_', ' '));
  return {
    tool: 'create_tool',
    arguments: {
      name: called,
      description: oneLine(`${what.charAt(0).toUpperCase()}${what.slice(1).replace(/\.$/, '')}.`, longestDescription),
      parameters_schema: parameters,
      implementation,
      timeout_secs: 60,
      ...defined({ test_input: test }),
    },
  };
}

function withoutTicks(code: string): string {
  return /^`([^`]+)`\W*$/.exec(code.trim())?.[1] ?? code;
}

function objectIn(text: string | undefined): JsonObject | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as JsonObject);
  } catch {
    return undefined;
  }
}
