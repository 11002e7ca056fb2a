import type { AccountId } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import { type BillingFeature, billerOfNumber } from '../billing/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { listMonths, type LedgerFeature } from '../ledger/index.ts';
import { makeAskRefund } from './ask-refund.ts';
import { composeDisputes } from './compose-disputes.ts';
import { composeSettlements } from './compose-settlements.ts';
import { makeDecideCharge } from './decide-charge.ts';
import { makeDeskOrderStore } from './desk-order-store.ts';
import { makeFigureHandlers } from './figures.http.ts';
import { makeFiguresStore } from './figures-store.ts';
import { makeFigures } from './read-figures.ts';
import { makeLedgerDeskStore } from './ledger-desk-store.ts';
import { makeMoneyDeskHandlers } from './money-desk.http.ts';
import { makeLedgerDesk } from './read-ledger.ts';
import { makeReadOrder } from './read-order.ts';
import { makeRefundStore } from './refund-store.ts';

/** After-sales tools for the operator: orders, refunds and the ledger behind them. */
export function composeMoneyDesk(
  kit: Pick<Kit, 'database' | 'clock'>,
  uses: {
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly billing: BillingFeature;
    readonly identity: IdentityFeature;
    readonly ledger: LedgerFeature;
    /** How many days after its end a month may be sealed. */
    readonly sealAfterDays: number;
  },
) {
  const { database, clock } = kit;
  const { ledger } = uses.ledger;
  const { auditLog } = uses.audit;
  const { billers, listBlocks, lostCharges, refundPayment, tracesOf } = uses.billing;
  const orders = makeDeskOrderStore(database);
  const refunds = makeRefundStore(database);
  const namesOf = async (ids: readonly AccountId[]) => {
    const accounts = await uses.identity.accounts.listByIds([...new Set(ids)]);
    return new Map<number, string>(accounts.map(({ id, username }) => [id, username]));
  };
  const readOrder = makeReadOrder({ orders, refunds, billers, lostCharges, ledger, namesOf, clock });
  const settlements = composeSettlements(kit, { auditLog, billers, ledger, namesOf });
  return {
    chores: settlements.chores,
    handlers: makeMoneyDeskHandlers({
      settlements: settlements.handlers,
      disputes: composeDisputes(kit, { auditLog, listBlocks, namesOf, orders, readOrder, tracesOf }),
      figures: makeFigureHandlers(
        makeFigures({
          store: makeFiguresStore(database),
          systemDays: uses.ledger.systemDays,
          billerOf: billerOfNumber,
          clock,
        }),
      ),
      orders,
      readOrder,
      decideCharge: makeDecideCharge({ orders, lostCharges, database, auditLog }),
      askRefund: makeAskRefund({ orders, refunds, billers, refundPayment, auditLog, clock }),
      ledgerDesk: makeLedgerDesk({
        store: makeLedgerDeskStore(database),
        ledger,
        listMonths: () => listMonths(database.pool, uses.sealAfterDays),
        namesOf,
        billerOf: billerOfNumber,
      }),
    }),
  };
}
