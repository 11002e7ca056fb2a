import type { callsByFeature } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { type Handlers, uuidCursor } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { makeAskRefund } from './ask-refund.ts';
import type { makeDecideCharge } from './decide-charge.ts';
import type { DeskOrderStore } from './desk-order-store.ts';
import type { makeLedgerDesk } from './read-ledger.ts';
import { presentOrder } from './present-order.ts';
import type { makeDisputeHandlers } from './disputes.http.ts';
import type { makeFigureHandlers } from './figures.http.ts';
import type { makeSettlementHandlers } from './settlements.http.ts';
import type { makeReadOrder } from './read-order.ts';

interface Deps {
  readonly disputes: ReturnType<typeof makeDisputeHandlers>;
  readonly settlements: ReturnType<typeof makeSettlementHandlers>;
  readonly figures: ReturnType<typeof makeFigureHandlers>;
  readonly orders: Pick<DeskOrderStore, 'list'>;
  readonly readOrder: ReturnType<typeof makeReadOrder>;
  readonly askRefund: ReturnType<typeof makeAskRefund>;
  readonly decideCharge: ReturnType<typeof makeDecideCharge>;
  readonly ledgerDesk: ReturnType<typeof makeLedgerDesk>;
}

export function makeMoneyDeskHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['money-desk'], SiteCaller> {
  const { ledgerDesk } = deps;
  return {
    ...deps.disputes,
    ...deps.figures,
    ...deps.settlements,
    async listDeskOrders({ query }) {
      const found = await deps.orders.list({
        before: uuidCursor(query.cursor),
        limit: query.limit + 1,
        state: query.state,
        biller: query.biller,
        username: query.user?.toLowerCase(),
        day: query.day,
        isChargeOpen: query.open_charge ?? false,
      });
      const shown = found.slice(0, query.limit);
      return {
        items: shown.map(presentOrder),
        next_cursor: found.length > query.limit ? shown.at(-1)!.order.id : null,
      };
    },
    getDeskOrder: ({ params }) => deps.readOrder(params.id as Uuid),
    async decideCharge({ params, body }, { caller }) {
      return { status: 1, state: await deps.decideCharge(params.id as Uuid, body, caller) };
    },
    async refundOrder({ params, body }, { caller, idempotencyKey }) {
      const state = await deps.askRefund(params.id as Uuid, {
        key: idempotencyKey!,
        reason: body.reason,
        actor: caller,
      });
      return { status: 1, state };
    },
    listAccountTransfers: ({ params, query }) => ledgerDesk.list({ ...query, account: params.id }),
    listTransfers: ({ query }) => ledgerDesk.list(query),
    getTransfer: ({ params }) => ledgerDesk.get(params.id as Uuid),
    getLedgerHealth: ledgerDesk.health,
  };
}
