import type { Tokens, Uuid } from '@klieg/kernel';
import type { Database } from '#site/platform/postgres/index.ts';
import type { LedgerAccount } from '../accounts.ts';
import { leftOf, type LotRow, type Part, spentFrom, type SpendRow } from './lot-rules.ts';

/** Tokens that were bought together, as they are now. */
export interface Lot {
  /** The purchase; undefined for tokens from before lots were recorded. */
  readonly id?: Uuid;
  readonly boughtTokens: Tokens;
  /** Neither spent nor taken back. */
  readonly leftTokens: Tokens;
  /** The price paid, where known. */
  readonly paidCents?: number;
}

export interface LotStore {
  /** In the order of spending. */
  list(account: LedgerAccount): Promise<Lot[]>;
  /** The payments that a purchase paid for, and with how many of its tokens, oldest first. */
  paidFor(account: LedgerAccount, purchase: Uuid): Promise<Part[]>;
}

interface FoundLot extends LotRow {
  readonly cents: number | null;
  readonly paid_out: number;
}

const PAGE = 500;
/** Above every number of a feed. */
const NEWEST_FIRST = Number.MAX_SAFE_INTEGER;

export function makeLotStore({ pool }: Pick<Database, 'pool'>): LotStore {
  const readLots = async (account: LedgerAccount): Promise<FoundLot[]> =>
    (
      await pool.query<FoundLot>(
        `select l.lo, l.hi, l.void_from "voidFrom", l.transfer_id "transferId", l.cents, b.paid_out
         from ledger.lots l join ledger.balances b using (account) where account = $1 order by lo`,
        [account],
      )
    ).rows;

  /** Payments with places from `lo` to `hi`; places grow with their numbers, so the search ends below `lo`. */
  async function readSpends(account: LedgerAccount, { lo, hi }: LotRow): Promise<SpendRow[]> {
    const found: SpendRow[] = [];
    for (let before = NEWEST_FIRST; ;) {
      const { rows } = await pool.query<SpendRow & { number: number }>(
        `select id, paid_from "paidFrom", debit_tokens - coalesce(debit_promo, 0) tokens, debit_number number
         from ledger.transfers where debit = $1 and debit_number < $2 and paid_from is not null
         order by debit_number desc limit ${PAGE}`,
        [account, before],
      );
      found.push(...rows.filter(({ paidFrom }) => paidFrom < hi));
      const last = rows.at(-1);
      if (!last || rows.length < PAGE || last.paidFrom < lo) return found.toReversed();
      before = last.number;
    }
  }

  return {
    async list(account) {
      const lots = await readLots(account);
      return lots.map((lot) => ({
        ...(lot.transferId && { id: lot.transferId }),
        boughtTokens: lot.hi - lot.lo,
        leftTokens: leftOf(lot, lot.paid_out),
        ...(lot.cents !== null && { paidCents: lot.cents }),
      }));
    },
    async paidFor(account, purchase) {
      const lots = await readLots(account);
      const lot = lots.find(({ transferId }) => transferId === purchase);
      return lot ? spentFrom(lot, lots, await readSpends(account, lot)) : [];
    },
  };
}
