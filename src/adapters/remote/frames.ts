/** What the stream of another process says, as the frames a command knows. */
import type { Frame } from '../../domain/supervision/view.ts';
import type { RemoteEvent } from './stream.ts';

/**
 * The frames of one event; `hello`, `health` and what a newer agent may send have none. The stream is our own
 * program's, behind its token, so the shapes are those of src/domain/supervision/view.ts and only the way in is looked
 * at.
 */
export function framesOf({ name, data }: RemoteEvent): readonly Frame[] {
  switch (name) {
    case 'batch':
      return [
        ...list(data['rows']).map(row => ({ type: 'row', row }) as Frame),
        ...list(data['gone']).map(id => ({ type: 'gone', id }) as Frame),
      ];
    case 'journal':
      return list(data['entries']).map(entry => ({ type: 'journal', actor: data['actor'], entry }) as Frame);
    case 'chat': {
      const { session, messageId, delta, message } = data;
      if (message !== undefined) return [{ type: 'message', session, message } as Frame];
      return [{ type: 'delta', session, messageId, delta } as Frame];
    }
    case 'approval':
    case 'turn':
    case 'command':
      return [{ ...data, type: name } as Frame];
    default:
      return [];
  }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
