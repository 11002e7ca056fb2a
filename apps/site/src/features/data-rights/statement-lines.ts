import type { Ledger, Purse, ReadAbouts } from '../ledger/index.ts';
import type { Person, RowsOf } from './rows-of-store.ts';

const PURSES: readonly Purse[] = ['spending', 'earning', 'payable', 'reserve'];
const PAGE = 500;

/** Somebody's ledger entries for each of their accounts, as lines of JSON, newest first. */
export const makeStatementLines = ({
  ledger,
  rowsOf,
  readAbouts,
}: {
  readonly ledger: Pick<Ledger, 'historyOf'>;
  readonly rowsOf: Pick<RowsOf, 'namesOf'>;
  readonly readAbouts: ReadAbouts;
}) =>
  async function* (person: Person): AsyncGenerator<Uint8Array> {
    for (const purse of PURSES) {
      let cursor: string | undefined;
      do {
        const page = await ledger.historyOf(person.id, { purse, limit: PAGE, ...(cursor && { cursor }) });
        const names = await rowsOf.namesOf(page.rows.flatMap((row) => row.counterpartPerson ?? []));
        const abouts = await readAbouts(page.rows.map((row) => row.id));
        const lines = page.rows.map(({ id, kind, tokens, balanceAfter, at, counterpartPerson, comment }) => ({
          id,
          purse,
          kind,
          tokens,
          balance_after: balanceAfter,
          at: new Date(at).toISOString(),
          counterpart: counterpartPerson === undefined ? null : (names.get(counterpartPerson) ?? null),
          comment: comment ?? null,
          about: abouts.get(id) ?? null,
        }));
        if (lines.length > 0) yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
        ({ cursor } = page);
      } while (cursor !== undefined);
    }
  };
