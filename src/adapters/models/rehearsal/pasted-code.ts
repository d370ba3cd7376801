/**
 * Code the owner pastes, made a tool: a whole program as it stands, a function with the lines that read and write JSON
 * around it.
 */
import { defined, type JsonObject } from '../../../domain/text/json.ts';

export interface PastedCode {
  readonly implementation: string;
  readonly parameters: JsonObject;
  /** What the code says of itself. */
  readonly description?: string;
  /** The function the program calls, where only that was pasted. */
  readonly wraps?: string;
}

/** Reads code without running it. */
export function readPastedCode(code: string): PastedCode {
  const source = `${code.replace(/\r\n/g, '\n').replace(/^\n+|\s+$/g, '')}\n`;
  const description = docstring(source);
  const said = description === undefined ? {} : { description };
  const wraps = lonelyFunction(source);
  if (wraps !== undefined)
    return {
      ...said,
      wraps: wraps.name,
      parameters: fromSignature(wraps.signature),
      implementation: around(source, wraps.name),
    };
  return { ...said, parameters: fromReading(source), implementation: source };
}

/** The last function of code that neither reads nor prints at its top level. */
function lonelyFunction(source: string): { readonly name: string; readonly signature: string } | undefined {
  if (/\bsys\.stdin\b|\binput\(|\bsys\.argv\b|^print\(|__main__/m.test(source)) return undefined;
  const found = [...source.matchAll(/^def (\w+)\(([^)]*)\)[^\n]*:/gm)].at(-1);
  return found === undefined ? undefined : { name: found[1] ?? '', signature: found[2] ?? '' };
}

function around(source: string, name: string): string {
  return `${source}

# Added for a tool: JSON in, JSON out.
import json as _json
import sys as _sys

print(_json.dumps(${name}(**_json.load(_sys.stdin)), ensure_ascii=False, default=str))
`;
}

/** `name`, `name: str`, `times: int = 2`, `loud=False`. */
function fromSignature(signature: string): JsonObject {
  const members = signature
    .split(',')
    .map(part => /^\s*(\w+)\s*(?::\s*([\w[\]]+))?\s*(?:=\s*(.+))?$/s.exec(part.trim()))
    .filter(part => part !== null);
  return schemaOf(
    members.map(([, name = '', hint, usual]) => {
      const type =
        (hint !== undefined ? hints[hint.toLowerCase().split('[')[0] ?? ''] : undefined) ?? typeOfLiteral(usual);
      return { name, isRequired: usual === undefined, ...defined({ type }) };
    }),
  );
}

/** The keys that a program reads from its parameters: `params["x"]`, `params.get("x", 1)`. */
function fromReading(source: string): JsonObject {
  const variable = /\b(\w+)\s*=\s*json\.loads?\(/.exec(source)?.[1];
  const holder = variable ?? String.raw`(?:params|args|arguments|data|payload|json\.loads?\((?:[^()]|\([^()]*\))*\))`;
  const members = new Map<string, Member>();
  const note = (member: Member) => {
    const known = members.get(member.name);
    members.set(member.name, { ...member, ...known, isRequired: member.isRequired || known?.isRequired === true });
  };
  for (const [found, , name = ''] of source.matchAll(
    new RegExp(String.raw`(?<!\w)${holder}\[(["'])([\w.-]{1,64})\1\]`, 'g'),
  ))
    note({ name, isRequired: true, ...typed(source, found) });
  for (const [found, , name = '', usual] of source.matchAll(
    new RegExp(String.raw`(?<!\w)${holder}\.get\((["'])([\w.-]{1,64})\1\s*(?:,\s*([^)]*))?\)`, 'g'),
  )) {
    const type = typeOfLiteral(usual);
    const kind = type === undefined ? typed(source, found) : { type };
    note({ name, isRequired: false, ...kind });
  }
  return schemaOf([...members.values()]);
}

interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type?: string;
}

/** What the code does with a value says what it is. */
function typed(source: string, expression: string): Pick<Member, 'type'> {
  const at = source.indexOf(expression);
  const [left, right] = [
    source.slice(Math.max(0, at - 20), at),
    source.slice(at + expression.length, at + expression.length + 20),
  ];
  if (/\b(?:int)\($/.test(left)) return { type: 'integer' };
  if (/\b(?:float|round|abs)\($/.test(left) || /^\s*[*/-](?!\*)/.test(right)) return { type: 'number' };
  if (/\b(?:sum|sorted|min|max)\($|\bin $/.test(left)) return { type: 'array' };
  if (/^\.(?:split|strip|upper|lower|title|replace|startswith|endswith|encode|casefold)\w*\(/.test(right))
    return { type: 'string' };
  return /["'] ?\+ ?$|\bstr\($/.test(left) ? { type: 'string' } : {};
}

function schemaOf(members: readonly Member[]): JsonObject {
  if (members.length === 0) return { type: 'object' };
  const properties = Object.fromEntries(
    members.map(({ name, type }) => [name, { ...defined({ type }), description: `What the code reads as ${name}.` }]),
  );
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return { type: 'object', properties, ...defined({ required: required.length > 0 ? required : undefined }) };
}

const hints: Readonly<Record<string, string>> = {
  str: 'string',
  int: 'integer',
  float: 'number',
  bool: 'boolean',
  list: 'array',
  tuple: 'array',
  dict: 'object',
};

function typeOfLiteral(literal: string | undefined): string | undefined {
  const text = literal?.trim() ?? '';
  if (/^-?\d+$/.test(text)) return 'integer';
  if (/^-?\d*\.\d+$/.test(text)) return 'number';
  if (/^(?:True|False)$/.test(text)) return 'boolean';
  if (/^["']/.test(text)) return 'string';
  return text.startsWith('[') ? 'array' : undefined;
}

/** The first line of the docstring, of the last function's docstring, or of the first comment. */
function docstring(source: string): string | undefined {
  const doc = /^(?:#![^\n]*\n)?\s*(?:"""|''')\s*([^\n]+?)\s*(?:"""|'''|\n)/.exec(source)?.[1];
  const inner = /^def [^\n]*:\n\s+(?:"""|''')\s*([^\n]+?)\s*(?:"""|'''|\n)/m.exec(source)?.[1];
  const comment = /^(?:#![^\n]*\n)?#\s*([^\n!]{3,})/.exec(source)?.[1];
  return (doc ?? inner ?? comment)?.slice(0, 200);
}
