import type { Ledger, Purse } from '../ledger/index.ts';
import type { Person, RowsOf } from './rows-of-store.ts';

const PURSES: readonly Purse[] = ['spending', 'earning', 'payable', 'reserve'];
const PAGE = 500;

/** What the ledger tells somebody of each of their accounts, as lines of JSON, the newest first. */
export const makeStatementLines = ({
  ledger,
  rowsOf,
}: {
  readonly ledger: Pick<Ledger, 'historyOf'>;
  readonly rowsOf: Pick<RowsOf, 'namesOf'>;
}) =>
  async function* (person: Person): AsyncGenerator<Uint8Array> {
    for (const purse of PURSES) {
      let cursor: string | undefined;
      do {
        const page = await ledger.historyOf(person.id, { purse, limit: PAGE, ...(cursor && { cursor }) });
        const names = await rowsOf.namesOf(page.rows.flatMap((row) => row.counterpartPerson ?? []));
        const lines = page.rows.map(({ id, kind, tokens, balanceAfter, at, counterpartPerson, comment }) => ({
          id,
          purse,
          kind,
          tokens,
          balance_after: balanceAfter,
          at: new Date(at).toISOString(),
          counterpart: counterpartPerson === undefined ? null : (names.get(counterpartPerson) ?? null),
          comment: comment ?? null,
        }));
        if (lines.length > 0) yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
        ({ cursor } = page);
      } while (cursor !== undefined);
    }
  };
