import { createHmac } from 'node:crypto';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import type { Member, TestSite } from './testing-site.ts';

type Reversal = 'refunded' | 'voided' | 'charged_back' | 'dispute_won' | 'fraud_reported' | 'alerted';

/** People of the back office, and purchases at the sandbox biller that they look at. */
export function openTestDesk(site: TestSite) {
  const become = async (member: Member, column: 'is_admin' | 'is_super_admin') => {
    await sql`update accounts set ${sql.ref(column)} = true where id = ${member.id}`.execute(
      site.database.kysely,
    );
    return member;
  };
  const signed = async (path: string, body: object) => {
    const text = JSON.stringify(body);
    const answer = await fetch(`${site.sandboxUrl}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-signature': createHmac('sha256', site.sandboxSecret).update(text).digest('hex'),
      },
      body: text,
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  };
  const stateOf = async (buyer: Member, id: string) =>
    (await buyer.call('getOrder', { params: { order_id: id } })).state;

  return {
    joinAdmin: async () => become(await site.join(), 'is_admin'),
    joinSuperAdmin: async () => become(await site.join(), 'is_super_admin'),
    /** What goes wrong at the biller from now on. */
    control: (faults: object) => signed('/control', faults),
    /** Has somebody buy a product by a card. @returns the order, once its tokens are there */
    async buy(buyer: Member, internalId = 'tokens_100', number = '4242 4242 4242 4242'): Promise<string> {
      const { purchase_link: link, order_id: id } = await buyer.call('getPurchaseLink', {
        params: { internal_id: internalId },
      });
      const query = link.slice(link.indexOf('?') + 1);
      await fetch(`${site.sandboxUrl}/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ query, number, expiry: '12/34', code: '123' }).toString(),
      });
      await eventually(async () => {
        if (!['succeeded', 'declined'].includes(await stateOf(buyer, id))) throw new Error('not settled yet');
      });
      return id;
    },
    /** Tells of a payment what its bank or the biller's staff did. */
    reverse: (type: Reversal, transactionId: string, amount: number) =>
      signed('/api/reverse', {
        type,
        order_id: '',
        transaction_id: transactionId,
        amount,
        currency: 'USD',
        callback_url: `${site.url}/api/v1/postback/sandbox`,
      }),
    /** Tells that an order was paid by a transaction, as the biller posts it. */
    async approve(orderId: string, transactionId: string, amount: number): Promise<void> {
      const body = JSON.stringify({
        event_id: uuidv7(),
        type: 'approved',
        order_id: orderId,
        transaction_id: transactionId,
        amount,
        currency: 'USD',
        decline_code: null,
        card: null,
      });
      const time = Date.now();
      const signature = createHmac('sha256', site.sandboxSecret).update(`${time}.${body}`).digest('hex');
      await fetch(`${site.url}/api/v1/postback/sandbox`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sandbox-signature': `t=${time},v1=${signature}` },
        body,
      });
    },
    stateOf,
  };
}
