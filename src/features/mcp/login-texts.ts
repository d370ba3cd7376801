/** What the owner reads of logins at MCP servers. */
import { catalog } from '../../domain/text/catalog.ts';

const en = {
  needed: (name: string) => `The MCP server ${name} needs a login before its tools work: /mcp login ${name}`,
  cut: (name: string) =>
    `The login at the MCP server ${name} was being renewed when Straylight ended, and what the server gave is lost. Log in again: /mcp login ${name}`,
  late: (name: string, why: string) =>
    `The login at the MCP server ${name} has ended, and could not be renewed so far: ${why} It is tried again by itself; /connections shows how it stands.`,
  closed: (name: string) =>
    `The login at the MCP server ${name} was not ended before Straylight ended. To begin another one: /mcp login ${name}`,
  done: (name: string) => `You are logged in at the MCP server ${name}.`,
  failed: (name: string, why: string) =>
    `The login at the MCP server ${name} failed: ${why} To try again: /mcp login ${name}`,
  pageDone: 'You are logged in. You can close this window; Straylight goes on.',
  pageFailed: 'The login failed. Straylight says why.',
};

const de: typeof en = {
  needed: name => `Der MCP-Server ${name} braucht eine Anmeldung, bevor seine Werkzeuge gehen: /mcp login ${name}`,
  cut: name =>
    `Die Anmeldung beim MCP-Server ${name} wurde gerade erneuert, als Straylight endete; was der Server gab, ist verloren. Melde dich neu an: /mcp login ${name}`,
  late: (name, why) =>
    `Die Anmeldung beim MCP-Server ${name} ist abgelaufen und ließ sich noch nicht erneuern: ${why} Es wird von selbst wieder versucht; /connections zeigt, wie es steht.`,
  closed: name =>
    `Die Anmeldung beim MCP-Server ${name} war nicht beendet, als Straylight endete. Noch einmal: /mcp login ${name}`,
  done: name => `Du bist beim MCP-Server ${name} angemeldet.`,
  failed: (name, why) =>
    `Die Anmeldung beim MCP-Server ${name} ist gescheitert: ${why} Noch einmal: /mcp login ${name}`,
  pageDone: 'Du bist angemeldet. Du kannst dieses Fenster schließen; Straylight macht weiter.',
  pageFailed: 'Die Anmeldung ist gescheitert. Straylight sagt, warum.',
};

export const loginTexts = catalog('features/mcp/login-texts', { en, de });
