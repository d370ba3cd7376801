/** What Straylight says of processes by itself. */
import { catalog } from '../text/catalog.ts';

const en = {
  lost: (count: number) =>
    count === 1
      ? 'A process of the agent ended when Straylight did. It was not started again.'
      : `${count} processes of the agent ended when Straylight did. They were not started again.`,
};

const de: typeof en = {
  lost: count =>
    count === 1
      ? 'Ein Prozess des Agenten endete mit Straylight. Er wurde nicht wieder gestartet.'
      : `${count} Prozesse des Agenten endeten mit Straylight. Sie wurden nicht wieder gestartet.`,
};

export const processTexts = catalog('domain/processes/texts', { en, de });
