/**
 * The anchor of the audit chain: a small file outside the database with the newest signed head.
 *
 * Two slots of fixed size are overwritten in turn, so that a write cut short leaves the other whole. Each is a line of
 * JSON that can be read with the eye. It is written after the commit and not forced to the disk: after a power cut it
 * may be behind the chain, never ahead.
 */
import { closeSync, constants, existsSync, fchmodSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type Anchor, anchorText, type ChainHead, type FoundAnchor } from '../../domain/audit/audit.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import { verifySignature } from '../secrets/signing-key.ts';

export interface AnchorFile {
  /** Signs a head and writes it. Throws what the file system throws. */
  write(head: ChainHead, at: number): void;
  /** As the file is now. */
  read(): FoundAnchor;
  close(): void;
}

const slotBytes = 512;

export function anchorFile(path: string, key: SigningKey): AnchorFile {
  let file: number | undefined;
  let slot = 0;
  /** The row the slots hold, in their order. */
  const held: [number, number] = [-1, -1];

  function opened(): number {
    if (file !== undefined) return file;
    const made = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
    let slots: readonly (Anchor | undefined)[];
    try {
      fchmodSync(made, 0o600);
      slots = slotsOf(path);
    } catch (error) {
      closeSync(made); // without knowing what is there, the newest slot might be overwritten
      throw error;
    }
    file = made;
    const [first, second] = slots;
    // the older one, or what is no anchor at all, is overwritten first
    held[0] = first?.n ?? -1;
    held[1] = second?.n ?? -1;
    slot = held[0] > held[1] ? 1 : 0;
    return file;
  }

  function put(target: number, n: number, line: string): void {
    writeSync(target, `${line.padEnd(slotBytes - 1)}\n`, slot * slotBytes);
    held[slot === 0 ? 0 : 1] = n;
    slot = 1 - slot;
  }

  return {
    write({ n, hash }, at) {
      const target = opened();
      const signature = key.sign(anchorText({ n, hash, at }));
      const line = JSON.stringify({ n, hash, at, key: key.publicKey, signature } satisfies Anchor);
      put(target, n, line);
      // after a break the chain may be shorter than it was: the slot of the longer one must not win
      if (Math.max(...held) > n) put(target, n, line);
    },
    read: () => readAnchor(path),
    close() {
      if (file === undefined) return;
      fsyncSync(file);
      closeSync(file);
      file = undefined;
    },
  };
}

/** What a file holds, without the key it was signed with. */
export function readAnchor(path: string): FoundAnchor {
  if (!existsSync(path)) return 'missing';
  const [first, second] = slotsOf(path);
  if (!first || !second) return first ?? second ?? 'unreadable';
  return first.n > second.n ? first : second;
}

/**
 * Both slots; undefined for one that holds no whole anchor. A signature that is false but well formed is for the
 * chain's check to name.
 */
function slotsOf(path: string): readonly (Anchor | undefined)[] {
  const text = readFileSync(path, 'latin1');
  const slots = [0, 1].map(at => anchorOf(text.slice(at * slotBytes, (at + 1) * slotBytes)));
  const whole = slots.filter(slot => slot !== undefined && isSigned(slot));
  return whole.length > 0 ? slots.map(slot => (slot && isSigned(slot) ? slot : undefined)) : slots;
}

const isSigned = (anchor: Anchor) => verifySignature(anchor.key, anchorText(anchor), anchor.signature);

function anchorOf(text: string): Anchor | undefined {
  try {
    const { n, hash, at, key, signature } = JSON.parse(text) as Record<string, unknown>;
    if (!Number.isSafeInteger(n) || !Number.isSafeInteger(at)) return undefined;
    if (typeof hash !== 'string' || typeof key !== 'string' || typeof signature !== 'string') return undefined;
    return { n: n as number, hash, at: at as number, key, signature };
  } catch {
    return undefined;
  }
}
