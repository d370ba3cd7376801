/** `GET /health`: what needs no token beside the page's files, namely that it runs. With a token it says all. */
import type { Health } from '../../src/domain/supervision/view.ts';
import type { Answer } from './routes.ts';

/** `known`: a token was shown. */
export function healthAnswer(health: () => Health, known: boolean): Answer {
  const now = health();
  return { status: now.status === 'stopping' ? 503 : 200, value: known ? now : { status: now.status } };
}
