/** The digest of the chain. */
import { hash } from 'node:crypto';
import type { Digest } from '../../domain/audit/audit.ts';

export const sha256: Digest = text => hash('sha256', text, 'base64url');
