import type { Biller, DeskTransfer } from '@klieg/contract';
import { type AccountId, AppError, toInstant, type Uuid } from '@klieg/kernel';
import { uuidCursor } from '../../platform/http/index.ts';
import { holderOf, type Ledger, type LedgerKind, type LedgerMonth } from '../ledger/index.ts';
import { meaningOf } from './finding-words.ts';
import type { LedgerDeskStore } from './ledger-desk-store.ts';
import { personsIn, presentTransfer } from './present-transfer.ts';

interface Deps {
  readonly store: LedgerDeskStore;
  readonly ledger: Pick<Ledger, 'lastReconcile'>;
  readonly listMonths: () => Promise<LedgerMonth[]>;
  readonly namesOf: (ids: readonly AccountId[]) => Promise<ReadonlyMap<number, string>>;
  readonly billerOf: (number: number) => Biller | undefined;
}

interface ListQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly account?: number | undefined;
  readonly kind?: LedgerKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const isNobodys = (account: number): boolean => {
  try {
    holderOf(account);
    return false;
  } catch {
    return true;
  }
};

/** Movements with all their sides and names, for staff. */
export function makeLedgerDesk({ store, ledger, listMonths, namesOf, billerOf }: Deps) {
  const named = async (found: Parameters<typeof presentTransfer>[0][]): Promise<DeskTransfer[]> => {
    const names = await namesOf(found.flatMap(personsIn) as AccountId[]);
    return found.map((one) => presentTransfer(one, { nameOf: (person) => names.get(person), billerOf }));
  };
  return {
    /** @throws common.not_found for an account that is nobody's */
    async list({ cursor, limit, account, kind, from, to }: ListQuery) {
      if (account !== undefined && isNobodys(account)) throw new AppError('common.not_found');
      const before = uuidCursor(cursor);
      const found = await store.list({ before, limit: limit + 1, account, kind, from, to });
      const shown = found.slice(0, limit);
      return { items: await named(shown), next_cursor: found.length > limit ? shown.at(-1)!.id : null };
    },
    /** @throws common.not_found */
    async get(id: Uuid): Promise<DeskTransfer> {
      const found = await store.find(id);
      if (!found) throw new AppError('common.not_found');
      return (await named([found]))[0]!;
    },
    /** What the reconciler found when it last ran. */
    async health() {
      const [report, months] = await Promise.all([ledger.lastReconcile(), listMonths()]);
      const findings = report?.findings ?? [];
      return {
        sum: findings
          .filter(({ finding }) => finding === 'sum_not_zero')
          .reduce((sum, { detail }) => sum + Math.abs(Number(detail)), 0),
        drift: findings.length,
        checked_at: report ? toInstant(new Date(report.checkedAt)) : null,
        accounts: report?.accounts ?? 0,
        findings: findings.map(({ finding, account, transferId, detail }) => ({
          finding,
          meaning: meaningOf(finding),
          account,
          transfer_id: transferId,
          detail,
        })),
        months: months.map(({ month, state, isOld, counts, sealedAt, file, fileBytes, detachedAt }) => ({
          month,
          state,
          can_be_sealed: state === 'open' && isOld,
          transfers: counts?.transfers ?? null,
          sealed_at: sealedAt ? toInstant(sealedAt) : null,
          detached_at: state === 'detached' && detachedAt ? toInstant(detachedAt) : null,
          file: file ?? null,
          file_bytes: fileBytes ?? null,
        })),
      };
    },
  };
}
