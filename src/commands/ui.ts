/**
 * `straylight ui`: the link to the page of the running process. It holds the token, so it is printed where it is asked
 * for and nowhere else.
 */
import { fault, toFailure } from '../domain/supervision/failure.ts';
import type { PageRole } from '../domain/supervision/view.ts';
import { failureWords } from '../domain/text/texts.ts';
import { type Io, jsonText } from './io.ts';
import { holder } from './reach.ts';
import { sayIn } from './say.ts';

export interface UiOptions {
  readonly lockFile: string;
  readonly portFile: string;
  readonly io: Io;
  readonly json: boolean;
  /** Whose link. */
  readonly role: PageRole;
  /** A new token first: every link and open page of before is good for nothing. */
  readonly isNew: boolean;
  /** The role's token in the home; undefined where there is none that can be trusted. */
  readonly token: (role: PageRole) => string | undefined;
  /** Makes a new token in a home that no running process serves. */
  readonly renewHere: (role: PageRole) => void;
  /** The running process, asked as the owner. */
  readonly page: (server: { readonly url: string; readonly token: string }) => {
    /** A file that leads a browser in. */
    file(role: PageRole): Promise<string>;
    renew(role: PageRole): Promise<void>;
  };
  /** Opens a file in the browser of the desktop; absent where there is none. */
  readonly open?: (file: string) => Promise<void>;
}

/** Throws `unavailable` where no process serves a page, or its token cannot be read. */
export async function ui({ io, json, role, isNew, token, page, ...options }: UiOptions): Promise<number> {
  const say = sayIn(io);
  const running = holder(options.lockFile, options.portFile);
  const known = (found: string | undefined) => {
    if (found !== undefined) return found;
    throw fault('unavailable', say('cannot read the token of the page; restart Straylight'));
  };
  if (isNew && running?.port === undefined) {
    options.renewHere(role);
    const said = say(
      'Earlier links and open pages no longer work. Straylight is not running, so there is no new link.',
    );
    io.out(json ? jsonText({ link: null }) : said);
    return 0;
  }
  if (running?.port === undefined)
    throw fault(
      'unavailable',
      running
        ? say('the running Straylight serves no page; see [channels.web] in config.toml')
        : say('Straylight is not running; start it with "straylight start"'),
    );
  const url = `http://127.0.0.1:${running.port}`;
  if (isNew) await page({ url, token: known(token('owner')) }).renew(role);
  const link = `${url}/#t=${known(token(role))}`;
  io.out(json ? jsonText({ link }) : link);
  if (!options.open) return 0;
  try {
    // a list of the processes of this computer shows what the browser is given: a file only its owner can read
    await options.open(await page({ url, token: known(token('owner')) }).file(role));
    io.err(
      io.style.dim(say('If no page opens, open the link yourself: some browsers cannot read files in your home.')),
    );
  } catch (thrown) {
    io.err(io.style.dim(say('Open the link yourself: {why}', { why: failureWords(toFailure(thrown), io.language) })));
  }
  return 0;
}
