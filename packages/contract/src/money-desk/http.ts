import { calls } from '../call.ts';
import { disputeCalls } from './disputes.ts';
import { figureCalls } from './figures.ts';
import { ledgerDeskCalls } from './ledger.ts';
import { orderCalls } from './orders.ts';
import { settlementCalls } from './settlements.ts';
import { moneyDeskRoutes } from './routes.ts';

export const moneyDeskCalls = calls(moneyDeskRoutes, {
  ...orderCalls,
  ...disputeCalls,
  ...settlementCalls,
  ...figureCalls,
  ...ledgerDeskCalls,
});
