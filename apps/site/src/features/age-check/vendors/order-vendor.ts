import type { Uuid } from '@klieg/kernel';
import type { OrderStore } from '../../billing/index.ts';
import type { VendorResult } from './vendor-port.ts';

/** The order of an offer whose bank has not answered yet decides the check that it belongs to. */
export const orderVendor = (orders: Pick<OrderStore, 'find'>) => ({
  name: 'order',
  async resultOf(reference: string): Promise<VendorResult> {
    const order = await orders.find(reference.slice('order:'.length) as Uuid);
    if (!order) return 'expired';
    if (order.state === 'succeeded') return 'passed';
    return ['created', 'sent', 'pending'].includes(order.state) ? 'open' : 'failed';
  },
});
