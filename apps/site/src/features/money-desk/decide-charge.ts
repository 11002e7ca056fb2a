import type { OrderState } from '@klieg/contract';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Actor, AuditLog } from '../audit/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { DeskOrderStore } from './desk-order-store.ts';

interface Deps {
  readonly orders: Pick<DeskOrderStore, 'find'>;
  readonly lostCharges: Pick<BillingFeature['lostCharges'], 'isClaimed' | 'keepDecision' | 'takeDecisions'>;
  readonly database: Pick<Database, 'kysely'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
}

/** What staff has found at the biller. */
interface Decision {
  readonly outcome: 'paid' | 'not_charged';
  readonly transaction_id?: string | undefined;
  readonly note: string;
}

/**
 * Decides a charge whose outcome its biller does not tell. Of two simultaneous decisions the first counts; a later post
 * of the biller that it was paid still counts.
 * @throws common.not_found, money_desk.charge_decided, money_desk.transaction_taken
 */
export function makeDecideCharge({ orders, lostCharges, database, auditLog }: Deps) {
  return async (id: Uuid, decision: Decision, actor: Actor): Promise<OrderState> => {
    const found = await orders.find(id);
    if (!found) throw new AppError('common.not_found');
    const { outcome, transaction_id: transactionId = null, note } = decision;
    if (transactionId !== null && (await lostCharges.isClaimed(found.order, transactionId)))
      throw new AppError('money_desk.transaction_taken');
    await database.kysely.transaction().execute(async (transaction) => {
      if (!(await lostCharges.keepDecision(transaction, found.order, transactionId)))
        throw new AppError('money_desk.charge_decided');
      await auditLog.note(transaction, actor, {
        action: 'orders.charge_decided',
        target: `order:${id}`,
        detail: { outcome, ...(transactionId !== null && { transaction: transactionId }), note },
      });
    });
    await lostCharges.takeDecisions();
    return (await orders.find(id))?.order.state ?? found.order.state;
  };
}
