/**
 * What changes directly in a folder, found by chokidar: files that are saved in pieces or by way of another file are
 * understood. Hidden files are passed over, and what is within a folder of it.
 *
 * The library looks at each file of the folder when it begins, so only folders of a bounded size are given to it.
 */
export interface FolderChanges {
  close(): Promise<void>;
}

/** `noticed`: the system says that something was with that name, which may come beside one of the others. */
export type FileChange = 'add' | 'change' | 'unlink' | 'noticed';

/** Resolves when nothing can be missed any more; rejects where the folder cannot be watched. */
export async function folderChanges(
  folder: string,
  changed: (what: FileChange, file: string | undefined) => void,
  lost: (error: Error) => void,
): Promise<FolderChanges> {
  // loaded late: a command that opens the home for a moment watches nothing
  const [{ watch }, { basename, resolve }] = await Promise.all([import('chokidar'), import('node:path')]);
  const root = resolve(folder);
  const watcher = watch(root, {
    // with a depth of 0 chokidar 6.0.0 passes over all that is in a folder that was removed and made again
    depth: 1,
    followSymlinks: false,
    ignoreInitial: true,
    ignorePermissionErrors: true,
    // of the folder's own path no part is ours to judge
    ignored: (path, stats) => path !== root && (basename(path).startsWith('.') || stats?.isDirectory() === true),
  });
  const ready = Promise.withResolvers<void>();
  let state: 'opening' | 'open' | 'over' = 'opening';
  watcher.on('ready', ready.resolve);
  watcher.on('error', error => {
    const before = state;
    state = 'over';
    void watcher.close();
    if (before === 'opening') ready.reject(error);
    else if (before === 'open') lost(error instanceof Error ? error : new Error(String(error)));
  });
  for (const what of ['add', 'change', 'unlink'] as const)
    watcher.on(what, path => {
      if (state !== 'over') changed(what, basename(path));
    });
  // the system's own word: it alone tells of a folder, and of a file that is gone before the library has looked at it
  watcher.on('raw', (_, path) => {
    const file = typeof path === 'string' ? basename(path) : '';
    if (state !== 'over' && file !== '' && !file.startsWith('.') && file !== basename(root)) changed('noticed', file);
  });
  watcher.on('addDir', path => {
    if (state !== 'over' && path === root) changed('add', undefined);
  });
  await ready.promise;
  state = 'open';
  return {
    async close() {
      state = 'over';
      await watcher.close();
    },
  };
}
