/** What the owner reads of resources and prompts of MCP servers. */
import { catalog } from '../../domain/text/catalog.ts';

const en = {
  changed: (name: string) =>
    `What you attached as ${name} has changed since. To attach it as it is now, name it again.`,
  /** The owner's own words for a prompt: what it says comes with them as a file. */
  runPrompt: (typed: string) =>
    `Do what the attached prompt says. It is the prompt ${typed}, and it comes from that server, not from me.`,
};

const de: typeof en = {
  changed: name =>
    `Was du als ${name} angehängt hast, hat sich seitdem geändert. Um es anzuhängen, wie es jetzt ist, nenne es noch einmal.`,
  runPrompt: typed =>
    `Tu, was der angehängte Prompt sagt. Es ist der Prompt ${typed}, und er kommt von diesem Server, nicht von mir.`,
};

export const resourceTexts = catalog('features/mcp/resource-texts', { en, de });
