/** What the owner and the model read of a question that a server asks back. */
import type { QuestionField } from '../../domain/mcp/question.ts';
import { catalog } from '../../domain/text/catalog.ts';

interface Question {
  readonly id: number;
  readonly server: string;
  readonly tool: string;
  /** In the server's words. */
  readonly message: string;
  readonly fields: readonly QuestionField[];
}

const list = (fields: readonly QuestionField[]) =>
  fields.map(({ name, title, options }) => `${name}: ${title}${options ? ` (${options.join(', ')})` : ''}`).join('\n');

const en = {
  question: ({ id, server, tool, message, fields }: Question) =>
    `The MCP server ${server} asks before it goes on with ${tool}:\n${message}\n${list(fields)}\nAnswer with /mcp answer ${id} and your answer${fields.length > 1 ? ', a line "NAME: VALUE" each' : ''}; "decline" gives none.`,
  unknown: (id: number, server: string, tool: string) =>
    `Your answer ${id} was under way to the MCP server ${server} as Straylight ended: ${tool} may or may not have happened. It is not repeated.`,
};

const de: typeof en = {
  question: ({ id, server, tool, message, fields }) =>
    `Der MCP-Server ${server} fragt, bevor er mit ${tool} weitermacht:\n${message}\n${list(fields)}\nAntworte mit /mcp answer ${id} und deiner Antwort${fields.length > 1 ? ', je eine Zeile „NAME: WERT“' : ''}; „ablehnen“ gibt keine.`,
  unknown: (id, server, tool) =>
    `Deine Antwort ${id} war unterwegs zum MCP-Server ${server}, als Straylight endete: ${tool} ist vielleicht geschehen, vielleicht nicht. Es wird nicht wiederholt.`,
};

export const questionTexts = catalog('features/mcp/question-texts', { en, de });
