/** Port: the secrets that were asked for. Writes are called within a transaction of the host. */
import type { KeptRequest, RequestState } from '../../domain/connections/request.ts';

export interface ConnectionLedger {
  /** The open ones first, then the newest; at most 100. */
  requests(): readonly KeptRequest[];
  ask(request: Omit<KeptRequest, 'id' | 'state'>): KeptRequest;
  /** False: it was not open any more. */
  end(id: number, state: Exclude<RequestState, 'open'>): boolean;
}
