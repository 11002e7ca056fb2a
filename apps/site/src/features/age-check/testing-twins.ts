import { createHmac } from 'node:crypto';
import type { Visitor } from '@klieg/testing';

/** The vendors' twins as tests drive them: what a person does on their pages, and what goes wrong. */
export function openTestTwins(site: { readonly sandboxUrl: string; readonly sandboxSecret: string }) {
  const post = (url: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  return {
    /** Chooses what comes of a check on the vendor's page. */
    choose: (url: string, outcome: 'adult' | 'minor' | 'later' | 'cancel') => post(url, `outcome=${outcome}`),
    async setFaults(faults: Readonly<Record<string, boolean>>) {
      const body = JSON.stringify(faults);
      const signature = createHmac('sha256', site.sandboxSecret).update(body).digest('hex');
      await post(`${site.sandboxUrl}/twins/control`, body, {
        'content-type': 'application/json',
        'x-signature': signature,
      });
    },
    review: (sessionId: string, status: 'COMPLETE' | 'FAIL') =>
      post(`${site.sandboxUrl}/twins/yoti/review/${sessionId}/${status}`, ''),
    /** What the card fields of a page do: a payment token for a card that the site never sees. */
    async makeToken(visitor: Visitor, cardNumber: string): Promise<string> {
      const grant = await visitor.call('openCardFields', { body: {} });
      const answer = await fetch(`${site.sandboxUrl}/twins/ccbill/payment-tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${grant.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          paymentInfo: {
            creditCardPaymentInfo: { cardNum: cardNumber, cvv2: '123', expMonth: '12', expYear: '2034' },
          },
        }),
      });
      return ((await answer.json()) as { paymentTokenId: string }).paymentTokenId;
    },
  };
}

/** A form of a check by card as the page sends it. */
export const cardForm = (paymentToken: string, more: object = {}) => ({
  address: '1 Main Street',
  birth_date: '1990-02-03',
  city: 'Austin',
  country: 'US',
  email: 'ada.lovelace@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  state: 'TX',
  zip: '73301',
  payment_token: paymentToken,
  card: { exp_month: '12', exp_year: '2034', first6: '424242', last4: '4242' },
  do_purchase: 0 as const,
  ...more,
});
