/**
 * Whether the server on the port is the process that holds the home: it knows the token, and shows it without
 * telling it.
 */
import { createHmac } from 'node:crypto';
import { proofText } from '../../domain/security/page-proof.ts';
import { fault } from '../../domain/supervision/failure.ts';

/**
 * Throws `unavailable` where the answer of `POST /prove {nonce}` is no proof: another program has the port, or an older
 * Straylight.
 */
export function proved(
  { url, token }: { readonly url: string; readonly token: string },
  nonce: string,
  answer: string,
): void {
  const { start, proofs } = parsed(answer);
  const text = proofText('server', { host: new URL(url).host, nonce, start: String(start) });
  const expected = createHmac('sha256', token).update(text).digest('base64url');
  if (Array.isArray(proofs) && proofs.includes(expected)) return;
  throw fault(
    'unavailable',
    `expected the program at ${url} to prove that it is your Straylight, but it did not, so nothing was sent to it; ` +
      'another program has the port, or an older Straylight that has to be started again',
  );
}

function parsed(text: string): { readonly start?: unknown; readonly proofs?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
