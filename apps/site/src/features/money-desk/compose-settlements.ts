import type { Biller } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { AuditLog } from '../audit/index.ts';
import { type BillerPort, numberOfBiller } from '../billing/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { makeSettleFile } from './settle-file.ts';
import { makeSettlementDeskStore } from './settlement-desk-store.ts';
import { makeToldMoneyStore } from './told-money-store.ts';
import { makeUnreadRowStore } from './unread-row-store.ts';
import { makeSettlementHandlers } from './settlements.http.ts';

/** Settlement files of billers, compared with their posts. */
export function composeSettlements(
  { database }: Pick<Kit, 'database'>,
  uses: {
    readonly auditLog: AuditLog;
    readonly billers: ReadonlyMap<Biller, BillerPort>;
    readonly ledger: Ledger;
    readonly namesOf: (ids: readonly AccountId[]) => Promise<ReadonlyMap<number, string>>;
  },
) {
  const store = makeSettlementDeskStore(database);
  const unreadRows = makeUnreadRowStore(database);
  const { settle, resume } = makeSettleFile({
    ...uses,
    store,
    unreadRows,
    told: makeToldMoneyStore(database),
    numberOf: numberOfBiller,
    database,
  });
  const chores: readonly Chore[] = [
    { failure: 'lines of settlements could not be booked', everyMs: MINUTE_MS, on: 'one', run: resume },
  ];
  return { chores, handlers: makeSettlementHandlers({ ...uses, store, unreadRows, settle, database }) };
}
