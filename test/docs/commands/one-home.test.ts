/** Commands of all pages in one home, the pages in another order each time: none needs a home that nobody has used before. */
import { hash } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { draw } from '../../proof/part.ts';
import { whyLeftOut } from '../../slow.ts';
import { commandsIn, elsewhere, pages, transcriptOf } from './markdown.ts';
import { shellSession } from './shell-session.ts';

interface Shown {
  readonly command: string;
  readonly place: string;
  /** What it prints, where the page says so. */
  readonly expected?: string;
}

const most = 10;
const name = 'the commands of all pages in one home';

/** The commands of a page build on each other; the pages do not. The one that removes it all comes last. */
const [removing, others] = [true, false].map(is =>
  pages.filter(({ path }) => path.endsWith('/updating-and-removing.md') === is),
);
const rank = ({ path }: { readonly path: string }) => hash('sha256', `${draw} ${path}`);
const drawn = [...(others ?? []).toSorted((a, b) => rank(a).localeCompare(rank(b))), ...(removing ?? [])];

suite(name, { timeout: 1_800_000, skip: whyLeftOut() }, () => {
  const session = shellSession({ isShared: true });
  before(session.open);
  after(session.close);
  for (const { blocks } of drawn) {
    const commands = blocks
      .filter(({ language, text }) => ['sh', 'console'].includes(language) && !(text in elsewhere))
      .flatMap(({ language, text, place }): readonly Shown[] =>
        language === 'sh'
          ? commandsIn(text).map(command => ({ command, place }))
          : transcriptOf(text).map(one => ({ ...one, place })),
      );
    for (const { command, place, expected } of commands.slice(0, most))
      test(`${place}: ${command.split('\n', 1)[0]}`, () =>
        expected === undefined ? session.run(command) : session.shows(command, expected));
    if (commands.length > 0) test(`${commands[0]?.place}: and what it has started ends`, session.rest);
  }
});
