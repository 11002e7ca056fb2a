import type { AccountId } from '@klieg/kernel';
import type { Transaction } from '../postgres/index.ts';

/** What somebody has put on this site, with the files that it is kept in. */
export interface StoredFile {
  /** What its feature knows it by. */
  readonly ref: string;
  readonly blobs: readonly string[];
  readonly ownerId: AccountId;
}

/** Files of one kind, as their feature finds them and takes them off its pages. */
export interface StoredFiles<K extends string = string> {
  readonly kind: K;
  /** What a path of this site refers to: a file itself, or the page that shows it. */
  findByPath(within: Transaction, path: string): Promise<readonly StoredFile[]>;
  findByBlob(within: Transaction, blob: string): Promise<StoredFile | undefined>;
  /** From here on no page names it; a repeat changes nothing. @returns whether a page showed it */
  hide(within: Transaction, ref: string): Promise<boolean>;
  /** It can be referred to again; if it was shown before it is shown again, unless something else has replaced it. */
  unhide(within: Transaction, ref: string, wasShown: boolean): Promise<void>;
}
