/*
 * What one table of the database has about a person, which part goes into the person's own archive, and what happens to
 * it when the account is deleted. Every table has one line; a test compares the lines with the real schema.
 */

/** Columns that make a row somebody's. */
export interface Mine {
  /** Ids of accounts. */
  readonly ids?: readonly string[];
  /** Keys of people as rooms and calls have them: `a41`. */
  readonly keys?: readonly string[];
  /** Addresses of mail. */
  readonly mails?: readonly string[];
  /** User names. */
  readonly names?: readonly string[];
  /** Accounts of the ledger. */
  readonly purses?: readonly string[];
  /** The row of another table that it belongs to. */
  readonly through?: { readonly column: string; readonly table: string; readonly to: string };
}

/** A file of the blob store that belongs to a row. */
export interface RowFile {
  readonly blob: string;
  /** Its name in the archive. */
  readonly as: string;
}

/** A row as its exported columns are read; ids are text. */
export type Row = Readonly<Record<string, unknown>>;

export type Out =
  | {
      readonly columns: readonly string[];
      /** Columns with ids of accounts, in whose place the user name is written. */
      readonly people?: readonly string[];
      /** Whose rows, where that is narrower than for the deletion. */
      readonly mine?: Mine;
      /** Rows that the person is shown, where there are others. */
      readonly only?: 'shown messages' | 'shown requests';
      readonly files?: (row: Row) => readonly RowFile[];
    }
  /** Exported by the feature that shows it to the person. */
  | { readonly as: 'statement' }
  | { readonly not: string };

type Value = string | number | boolean | null;

export type Act =
  /** Rows go. */
  | { readonly act: 'gone'; readonly mine?: Mine; readonly only?: 'viewers' | 'telling' | 'mentioning' }
  /** Rows stay under the pseudonym, without these values. */
  | {
      readonly act: 'emptied';
      readonly values: Readonly<Record<string, Value>>;
      /** Columns that get the row's own id, as text. */
      readonly toId?: readonly string[];
      readonly mine?: Mine;
    }
  /** The user name in rows of others becomes the pseudonym. */
  | { readonly act: 'renamed'; readonly text?: readonly string[]; readonly json?: readonly string[] }
  /** Rows stay, and law or proof asks for it. */
  | { readonly act: 'kept'; readonly why: string }
  /** It contains nothing about a person, except perhaps the account's number. */
  | { readonly act: 'impersonal'; readonly why: string }
  /** The account itself: its row stays under the pseudonym, changed last. */
  | { readonly act: 'pseudonym' };

export interface TableLine {
  readonly mine?: Mine;
  readonly out: Out;
  readonly end: readonly Act[];
}

export type TableLines = Readonly<Record<string, TableLine>>;

export const GONE: Act = { act: 'gone' };
export const kept = (why: string): Act => ({ act: 'kept', why });

const SECRET = 'proves who somebody is, and is of use to whoever else would read it';
const MOMENT = 'is of a moment, and says nothing that other files do not say';

export const ofAccount: Mine = { ids: ['account_id'] };

/** Rows of an account: exported with these columns, gone with it. */
export const own = (
  columns: readonly string[],
  more: { readonly people?: readonly string[] } = {},
): TableLine => ({
  mine: ofAccount,
  out: { columns, ...more },
  end: [GONE],
});

/** What logs in, or proves something. */
export const secret = (mine: Mine = ofAccount): TableLine => ({ mine, out: { not: SECRET }, end: [GONE] });

/** States of a moment. */
export const passing = (mine: Mine = ofAccount): TableLine => ({ mine, out: { not: MOMENT }, end: [GONE] });

/** What the site itself works with. */
export const impersonal = (why: string): TableLine => ({
  out: { not: why },
  end: [{ act: 'impersonal', why }],
});

/** What two people did together and one of them paid for: kept with numbers under the pseudonym, like the ledger. */
export const together = (mine: Mine, out: Out, values: Readonly<Record<string, Value>> = {}): TableLine => ({
  mine,
  out,
  end: [
    Object.keys(values).length > 0
      ? { act: 'emptied', values }
      : {
          act: 'impersonal',
          why: 'times and tokens of a show, which the other person and the ledger have too',
        },
  ],
});

/** Reached through a row of another table. */
export const through = (column: string, table: string, to: string): Mine => ({
  through: { column, table, to },
});
