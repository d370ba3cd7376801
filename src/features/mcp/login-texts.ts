/** What the owner reads of logins at MCP servers. */
import { catalog } from '../../domain/text/catalog.ts';

const en = {
  needed: (name: string) => `The MCP server ${name} needs a login before its tools work: /mcp login ${name}`,
  done: (name: string) => `You are logged in at the MCP server ${name}.`,
  failed: (name: string, why: string) =>
    `The login at the MCP server ${name} failed: ${why} To try again: /mcp login ${name}`,
  pageDone: 'You are logged in. You can close this window; Straylight goes on.',
  pageFailed: 'The login failed. Straylight says why.',
};

const de: typeof en = {
  needed: name => `Der MCP-Server ${name} braucht eine Anmeldung, bevor seine Werkzeuge gehen: /mcp login ${name}`,
  done: name => `Du bist beim MCP-Server ${name} angemeldet.`,
  failed: (name, why) =>
    `Die Anmeldung beim MCP-Server ${name} ist gescheitert: ${why} Noch einmal: /mcp login ${name}`,
  pageDone: 'Du bist angemeldet. Du kannst dieses Fenster schließen; Straylight macht weiter.',
  pageFailed: 'Die Anmeldung ist gescheitert. Straylight sagt, warum.',
};

export const loginTexts = catalog('features/mcp/login-texts', { en, de });
