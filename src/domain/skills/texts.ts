/** What Straylight says of skills by itself. */
import { catalog } from '../text/catalog.ts';

const en = {
  changed: (name: string) =>
    `The skill ${name} has changed since you enabled it, so it is not used. /skills show ${name} says what changed; /skills enable ${name} allows it again.`,
};

const de: typeof en = {
  changed: name =>
    `Der Skill ${name} hat sich geändert, seit du ihn eingeschaltet hast, und wird darum nicht benutzt. /skills show ${name} zeigt, was sich geändert hat; /skills enable ${name} erlaubt ihn wieder.`,
};

export const skillTexts = catalog('domain/skills/texts', { en, de });
