/**
 * Every text an owner or a model reads, found in the syntax of the source: string and template literals that read as
 * words and stand where a text can stand. The texts of files without code (settings, prompts, the page) join them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  isBinaryExpression,
  isCallExpression,
  isCaseClause,
  isElementAccessExpression,
  isImportDeclaration,
  isLiteralTypeNode,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';
import { root } from '../source-files.ts';

type Node = Parameters<typeof isStringLiteral>[0];

export interface Text {
  /** From the root of the repository. */
  readonly path: string;
  readonly line: number;
  /** What is put in at run time stands in braces, as the code says it. */
  readonly text: string;
}

export interface Place {
  readonly name: string;
  readonly texts: readonly Text[];
}

/** Where texts are read, in the order of the review; a file belongs to the first that holds it. */
const places: readonly { readonly name: string; readonly holds: RegExp }[] = [
  { name: 'Texts in English and German', holds: /texts(-work)?\.ts$/ },
  { name: 'Model prompts', holds: /^config\/prompts\/|^src\/adapters\/tools\// },
  { name: 'Telegram', holds: /^src\/adapters\/channels\/telegram\// },
  { name: 'Terminal', holds: /^src\/adapters\/channels\/(terminal|screen)\/|^src\/commands\/conversation\// },
  { name: 'Doctor', holds: /doctor/ },
  {
    name: 'Command line and help',
    holds: /^src\/(commands|main|features\/command-line|api\/(?:subjects|views))|^bin\//,
  },
  { name: 'Page', holds: /^inspector\/page\// },
  { name: 'Settings', holds: /^config\/|^src\/features\/[^/]+\/settings\.ts$/ },
  { name: 'HTTP API', holds: /^src\/api\/|^inspector\// },
  { name: 'Rules and their reasons', holds: /^src\/domain\// },
  { name: 'Demo model', holds: /^src\/adapters\/models\/rehearsal\// },
  { name: 'Faults and everything else', holds: /./ },
];

/** What owners or models may say, as data to compare with. */
const noTexts = /^src\/domain\/(memory\/synonyms|conversation\/claim-kinds)\.ts$/;

/** All texts, by where they are read. */
export function ownerTexts(): readonly Place[] {
  const texts = [...inCode(), ...inFiles()].toSorted((a, b) =>
    a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1,
  );
  const placeOf = (path: string) => places.find(({ holds }) => holds.test(path))?.name;
  return places.map(({ name }) => ({ name, texts: texts.filter(({ path }) => placeOf(path) === name) }));
}

/** One file to read from top to bottom. */
export function review(all: readonly Place[]): string {
  const parts = all.flatMap(({ name, texts }) => {
    const paths = [...new Set(texts.map(({ path }) => path))];
    return [
      `# ${name} (${texts.length})`,
      ...paths.map(path =>
        [
          `## ${path}`,
          ...texts.filter(text => text.path === path).map(({ line, text }) => `${line}: ${printable(text)}`),
        ].join('\n'),
      ),
    ];
  });
  return `${parts.join('\n\n')}\n`;
}

/** Lines stay lines; other control characters are shown. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, char => JSON.stringify(char).slice(1, -1)).replaceAll('\n', '\n   ');
}

function inCode(): readonly Text[] {
  const api = new API({ cwd: root });
  try {
    const configs = ['tsconfig.json', 'inspector/page/tsconfig.json'].map(name => join(root, name));
    const found: Text[] = [];
    for (const project of api.updateSnapshot({ openProjects: configs }).getProjects())
      for (const file of project.rootFiles) {
        const path = relative(root, file).replaceAll('\\', '/');
        if (!/^(src|inspector|config)\//.test(path) || noTexts.test(path)) continue;
        const source = project.program.getSourceFile(file);
        if (source === undefined) throw new Error(`${path} cannot be parsed`);
        const starts = [0, ...[...source.text.matchAll(/\n/g)].map(({ index }) => index + 1)];
        const visit = (node: Node, parents: readonly Node[]): undefined => {
          const text = textOf(node, source.text);
          if (text !== null && isRead(text, node, parents)) {
            const at = node.getStart(source);
            found.push({ path, line: starts.findLastIndex(start => start <= at) + 1, text });
          }
          node.forEachChild(child => visit(child, [node, ...parents]));
        };
        visit(source, []);
      }
    return found;
  } finally {
    api.close();
  }
}

/** A literal as it is read; `null` if the node is none. */
function textOf(node: Node, source: string): string | null {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!isTemplateExpression(node)) return null;
  const spans = node.templateSpans.map(({ expression, literal }) => {
    const code = source.slice(expression.pos, expression.end).replace(/\s+/g, ' ').trim();
    return `{${code.length > 40 ? '…' : code}}${literal.text}`;
  });
  return node.head.text + spans.join('');
}

/** Calls whose strings are names or patterns. */
const nameless =
  /^(prepare|exec|pragma|sql|RegExp|querySelector|querySelectorAll|matches|closest|split|includes|startsWith)$/;

const sql =
  /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|WITH|PRAGMA|BEGIN|SAVEPOINT|VACUUM)\b|\b(FROM|WHERE|VALUES)\b/;

/** Properties of the page that hold names. */
const named = /^(class|d|viewBox|transform|points|style|rel|accept|href|pattern|sandbox)$/;

/** Whether a literal is words, and stands where a text can. */
function isRead(text: string, node: Node, parents: readonly Node[]): boolean {
  const bare = text.replace(/\{[^}]*\}/g, '').trim();
  const isSentence = /\p{L}{2,}[,:;]?\s+["“„'(`]?\p{L}+/u.test(bare);
  const isLabel = /^\p{Lu}\p{Ll}{2,}[\p{Ll} ]*[.:!?…]?$/u.test(bare) || /^\p{Ll}{3,}[.:!?…]$/u.test(text);
  if ((!isSentence && !isLabel) || sql.test(text)) return false;
  const [parent, grand] = parents;
  if (parent === undefined) return false;
  if (isImportDeclaration(parent) || isLiteralTypeNode(parent) || isCaseClause(parent)) return false;
  if (isElementAccessExpression(parent) || isTaggedTemplateExpression(parent)) return false;
  if (isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return false;
  const property = parents.slice(0, 4).find(isPropertyAssignment);
  if (property !== undefined && (named.test(property.name.getText()) || property.name === node)) return false;
  const call = isCallExpression(parent) ? parent : grand !== undefined && isCallExpression(grand) ? grand : undefined;
  if (call === undefined) return true;
  const { expression } = call;
  const name = isPropertyAccessExpression(expression) ? expression.name.getText() : expression.getText();
  return !nameless.test(name);
}

/** Comments of the settings, prompts, and the page’s frame. */
function inFiles(): readonly Text[] {
  const folders = ['config', 'config/prompts', 'config/prompts/roles', 'inspector/page', 'bin'];
  return folders
    .flatMap(folder => readdirSync(join(root, folder)).map(name => `${folder}/${name}`))
    .filter(path => /\.(toml|md|html|sh)$|env\.example$/.test(path))
    .flatMap(path =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .map((text, index) => ({ path, line: index + 1, text })),
    )
    .map(one => ({ ...one, text: one.path.endsWith('.html') ? one.text.replaceAll(/<[^>]*>/g, ' ') : one.text }))
    .filter(({ text }) => /\p{L}{2,} \p{L}/u.test(text));
}
