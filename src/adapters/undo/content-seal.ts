/**
 * How kept contents lie on the disk: encrypted (AES-256-GCM), and named by a keyed hash of what they hold.
 *
 * A command may write a secret into a file, and a copy that outlives that file must not give it away to a program that gets
 * hold of the folder `undo`: a backup, another disk. A plain hash as a name would let short contents be guessed. Both
 * keys are derived from the home's `undo.key`.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface ContentSeal {
  /** Tells one key from another, and nothing else of it. */
  readonly id: string;
  /** The name of a content. */
  nameOf(content: Buffer): string;
  /** The same for one that comes piece by piece. */
  naming(): Naming;
  /** A whole content, sealed. */
  seal(content: Buffer): Buffer;
  /** Throws where it is not what was sealed with this key. */
  open(sealed: Buffer): Buffer;
  sealing(): Sealing;
  /** `start` and `end`: the first and last bytes of what was sealed. */
  opening(start: Buffer, end: Buffer): Opening;
}

export interface Naming {
  update(piece: Buffer): void;
  name(): string;
}

export interface Sealing {
  /** Stands before all pieces. */
  readonly start: Buffer;
  update(piece: Buffer): Buffer;
  /** Stands behind them. */
  end(): Buffer;
}

export interface Opening {
  update(piece: Buffer): Buffer;
  /** Throws where the pieces were not what was sealed. */
  end(): void;
}

/** What stands before and behind a sealed content. */
export const startBytes = 12;
export const endBytes = 16;

const cipher = 'aes-256-gcm';

/** Made from the home's key, of any length. */
export function contentSeal(key: string): ContentSeal {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `straylight undo ${use}`, 32));
  const [secret, names] = [derived('contents'), derived('names')];
  const naming = (): Naming => {
    const digest = createHmac('sha256', names);
    return { update: piece => void digest.update(piece), name: () => digest.digest('hex') };
  };
  const nameOf = (content: Buffer) => {
    const one = naming();
    one.update(content);
    return one.name();
  };
  const sealing = (): Sealing => {
    const start = randomBytes(startBytes);
    const work = createCipheriv(cipher, secret, start, { authTagLength: endBytes });
    return {
      start,
      update: piece => work.update(piece),
      end: () => Buffer.concat([work.final(), work.getAuthTag()]),
    };
  };
  const opening = (start: Buffer, end: Buffer): Opening => {
    const work = createDecipheriv(cipher, secret, start, { authTagLength: endBytes });
    work.setAuthTag(end);
    return { update: piece => work.update(piece), end: () => void work.final() };
  };
  return {
    id: derived('id').toString('hex').slice(0, 16),
    nameOf,
    naming,
    sealing,
    opening,
    seal(content) {
      const work = sealing();
      return Buffer.concat([work.start, work.update(content), work.end()]);
    },
    open(sealed) {
      const work = opening(sealed.subarray(0, startBytes), sealed.subarray(-endBytes));
      const content = work.update(sealed.subarray(startBytes, -endBytes));
      work.end();
      return content;
    },
  };
}
