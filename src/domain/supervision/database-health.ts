/** What a look at the file of the database found: may this program open it, and is it whole? */

/** `newest`: the schema this program writes. */
export type DatabaseHealth =
  | { readonly state: 'none' }
  | { readonly state: 'damaged'; readonly problem: string }
  | { readonly state: 'changed'; readonly migration: string }
  | { readonly state: 'newer'; readonly schema: number; readonly newest: number }
  | {
      readonly state: 'sound';
      readonly schema: number;
      readonly newest: number;
      readonly bytes: number;
      /** False where it is too large to be read through. */
      readonly isChecked: boolean;
    };
