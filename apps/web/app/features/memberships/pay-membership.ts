import { lateApi } from '../../shared/api/late-client.ts';
import { openBillerPage } from '../billing/index.ts';

/** Goes to the biller's page for a membership; it makes an order and charges nothing. @throws CallError */
export async function payMembership(internalId: string): Promise<void> {
  const {
    purchase_link: link,
    order_id: orderId,
    opens,
  } = await lateApi.getPurchaseLink({ params: { internal_id: internalId } });
  openBillerPage({ link, orderId, opens });
}
