/** Port: where files of the owner are kept. */
import type { Attachment } from '../../domain/conversation/message.ts';

export interface FileInbox {
  /** What was kept under this key and name before. */
  kept(key: string, name: string): Promise<Attachment | undefined>;
  /** Keeps a file. Throws a `Fault` where it cannot be written. */
  keep(key: string, name: string, content: Uint8Array): Promise<Attachment>;
}
