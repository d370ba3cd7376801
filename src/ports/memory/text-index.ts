/** A full-text index, which each write leaves in more pieces; a search looks into all of them. */
export interface TextIndex {
  /** So much was written to it that a search takes noticeably longer than it has to. */
  isScattered(): boolean;
  /** Puts some of it together, in a few milliseconds; false: there is nothing left to do. `isFirst`: with the first call. */
  merge(isFirst: boolean): boolean;
}
