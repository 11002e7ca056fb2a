import { type Tokens, type Uuid, uuidTimeMs } from '@klieg/kernel';
import type { Database } from '#site/platform/postgres/index.ts';
import type { LedgerAccount } from '../accounts.ts';
import type { Outcome } from '../commands.ts';
import type { LedgerRequest } from '../requests.ts';

type Pool = Database['pool'];

/** Older entries of an account are in monthly files (rule L33). */
export interface Archived {
  /** Unix milliseconds: older entries are in the files, unless they are on the page. */
  readonly before: number;
  /** The balance after the last of them. */
  readonly balanceAfter: Tokens;
  /** It is newer than every row of the page. */
  readonly isNewest: boolean;
}

interface Row {
  readonly id_to: Uuid;
  readonly feed: number;
  readonly posted: number;
}

/** What of an account is in files; `newest` is the greatest number on the page. */
export async function readArchived(
  pool: Pool,
  account: LedgerAccount,
  newest: number | undefined,
): Promise<Archived | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'ledger.archived',
    text: `select until.id_to, b.feed, b.posted
      from (select ledger.detached_until() id_to) until, ledger.detached_balance($1) b where b.feed > 0`,
    values: [account],
  });
  const row = rows[0];
  return (
    row && {
      before: uuidTimeMs(row.id_to),
      balanceAfter: row.posted,
      isNewest: newest === undefined || newest < row.feed,
    }
  );
}

/** While the month of a transfer is in a file, the database does not know it and cannot refund it: then says so. */
export async function sayWhatIsArchived(
  pool: Pool,
  requests: readonly LedgerRequest[],
  outcomes: readonly Outcome[],
): Promise<Outcome[]> {
  const say = async (outcome: Outcome, at: number): Promise<Outcome> => {
    const request = requests[at];
    const isUnknown = outcome.status === 'refused' && outcome.reason === 'unknown_transfer';
    if (!isUnknown || request?.type !== 'refund') return outcome;
    const { rows } = await pool.query<{ archived: boolean }>('select ledger.is_detached($1) archived', [
      request.transferId,
    ]);
    return rows[0]!.archived ? { ...outcome, reason: 'month_sealed' } : outcome;
  };
  return Promise.all(outcomes.map(say));
}
