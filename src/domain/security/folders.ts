/** Folders of the owner's that stand in the workspace, as they are shown. */
export interface FolderRow {
  /** As commands see it: `/workspace/docs`. */
  readonly name: string;
  /** On this machine. */
  readonly path: string;
  readonly access: 'read' | 'write';
  /** `missing`: it was there at the start and is not now. */
  readonly state: 'there' | 'missing';
  /** What a turn changes in it can be brought back. */
  readonly undo: boolean;
}
