/** What the owner and the model read of a question that a server asks back. */
import type { QuestionField, QuestionPage } from '../../domain/mcp/question.ts';
import { catalog } from '../../domain/text/catalog.ts';

interface Question {
  readonly id: number;
  readonly server: string;
  readonly tool: string;
  /** In the server's words. */
  readonly message: string;
  readonly fields: readonly QuestionField[];
  readonly pages: readonly QuestionPage[];
}

const list = (fields: readonly QuestionField[]) =>
  fields.map(({ name, title, options }) => `${name}: ${title}${options ? ` (${options.join(', ')})` : ''}`).join('\n');

const opened = (pages: readonly QuestionPage[], at: (host: string) => string) =>
  pages.map(({ host, url }) => `${at(host)}\n${url}`).join('\n');

const en = {
  question: ({ id, server, tool, message, fields, pages }: Question) =>
    pages.length > 0
      ? `The MCP server ${server} wants something done at an address before it goes on with ${tool}:\n${message}\n${opened(pages, host => `At ${host}, which the server names; check that this is where you want to be:`)}\nNothing here opens it. When you have done it there: /mcp answer ${id} done. To decline: /mcp answer ${id} decline`
      : `The MCP server ${server} asks before it goes on with ${tool}:\n${message}\n${list(fields)}\nAnswer with /mcp answer ${id} and your answer${fields.length > 1 ? ', a line "NAME: VALUE" each' : ''}; "decline" gives none.`,
  saidDone: (id: number, server: string, tool: string) =>
    `The MCP server ${server} says that what it wanted done at its address was done. If you did it: /mcp answer ${id} done goes on with ${tool}.`,
  unknown: (id: number, server: string, tool: string) =>
    `Your answer ${id} was under way to the MCP server ${server} as Straylight ended: ${tool} may or may not have happened. It is not repeated.`,
};

const de: typeof en = {
  question: ({ id, server, tool, message, fields, pages }) =>
    pages.length > 0
      ? `Der MCP-Server ${server} will, dass unter einer Adresse etwas getan wird, bevor er mit ${tool} weitermacht:\n${message}\n${opened(pages, host => `Bei ${host}, das der Server nennt; sieh nach, ob du dort sein willst:`)}\nHier öffnet sie niemand. Wenn du es dort getan hast: /mcp answer ${id} fertig. Zum Ablehnen: /mcp answer ${id} ablehnen`
      : `Der MCP-Server ${server} fragt, bevor er mit ${tool} weitermacht:\n${message}\n${list(fields)}\nAntworte mit /mcp answer ${id} und deiner Antwort${fields.length > 1 ? ', je eine Zeile „NAME: WERT“' : ''}; „ablehnen“ gibt keine.`,
  saidDone: (id, server, tool) =>
    `Der MCP-Server ${server} sagt, dass unter seiner Adresse getan wurde, was er wollte. Wenn du es warst: /mcp answer ${id} fertig macht mit ${tool} weiter.`,
  unknown: (id, server, tool) =>
    `Deine Antwort ${id} war unterwegs zum MCP-Server ${server}, als Straylight endete: ${tool} ist vielleicht geschehen, vielleicht nicht. Es wird nicht wiederholt.`,
};

export const questionTexts = catalog('features/mcp/question-texts', { en, de });
