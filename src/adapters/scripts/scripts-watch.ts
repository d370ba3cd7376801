/** Tells when a file of the scripts folder was saved or is gone. Editors that save in pieces or by way of another file are understood. */
import { basename } from 'node:path';

export interface ScriptsWatch {
  close(): Promise<void>;
}

/**
 * Watches the folder itself, no folder within and no hidden file. Resolves once nothing can be missed any more. `touched` gets the name
 * of a file; `lost` is called when the system gives up watching.
 */
export async function watchScripts(
  folder: string,
  { touched, lost }: { readonly touched: (file: string) => void; readonly lost: (error: Error) => void },
): Promise<ScriptsWatch> {
  // loaded late: a command that opens the house for a moment watches nothing
  const { watch } = await import('chokidar');
  const watcher = watch(folder, {
    depth: 0,
    followSymlinks: false,
    ignoreInitial: true,
    ignorePermissionErrors: true,
    // of the folder's own path only the last part is ours to judge
    ignored: path => path !== folder && basename(path).startsWith('.'),
  });
  const ready = Promise.withResolvers<void>();
  watcher.on('all', (_, path) => {
    if (path !== folder) touched(basename(path));
  });
  // a file that is gone before the watcher has looked at it is never told of by name; the system's own word is
  watcher.on('raw', (_, path) => {
    const file = typeof path === 'string' ? basename(path) : '';
    if (file !== '' && file !== basename(folder) && !file.startsWith('.')) touched(file);
  });
  watcher.on('ready', ready.resolve);
  watcher.on('error', error => {
    ready.resolve();
    lost(error instanceof Error ? error : new Error(String(error)));
  });
  await ready.promise;
  return { close: () => watcher.close() };
}
