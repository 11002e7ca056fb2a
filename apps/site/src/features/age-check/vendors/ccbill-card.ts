import { askVendor, type CardVendor } from './vendor-port.ts';

/** Cents that are authorized and voided: CCBill accepts no authorization of zero. */
const AUTHORIZED_CENTS = 100;
const WIDGET = '/v1.9.0/ccbill-advanced-widget.js';

/**
 * CCBill's widget: its script reads the card in the browser and makes a payment token; our server sees only that token.
 * The browser's application may only make tokens, the server's may charge them.
 */
export function makeCcbillCard(options: {
  readonly account: string;
  readonly subaccount: string;
  /** The application whose tokens go to browsers. */
  readonly front: { readonly id: string; readonly secret: string };
  readonly back: { readonly id: string; readonly secret: string };
  /** Of DataLink, which voids. */
  readonly user: { readonly name: string; readonly password: string };
  readonly biller: CardVendor['biller'];
  readonly hosts: {
    readonly rest: string;
    readonly datalink: string;
    readonly script: string;
    /** What the script in the browser calls. */
    readonly browser: string;
  };
}): CardVendor {
  const { account, subaccount, hosts } = options;
  const grant = async ({ id, secret }: { readonly id: string; readonly secret: string }) => {
    const answer = await askVendor(`${hosts.rest}/ccbill-auth/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    const { access_token: token, expires_in: seconds } = answer ?? {};
    return typeof token === 'string'
      ? { token, seconds: typeof seconds === 'number' ? seconds : 300 }
      : undefined;
  };

  return {
    biller: options.biller,
    scriptOrigins: [...new Set([new URL(hosts.script).origin, new URL(hosts.browser).origin])],
    cardTokenOf: (paymentToken) => `tok:${paymentToken}`,
    async openFields() {
      const granted = await grant(options.front);
      return (
        granted && {
          accessToken: granted.token,
          expiresSeconds: granted.seconds,
          account,
          subaccount,
          scriptUrl: `${hosts.script}${WIDGET}`,
        }
      );
    },
    async authorize(paymentToken) {
      const granted = await grant(options.back);
      if (!granted) return undefined;
      const answer = await askVendor(
        `${hosts.rest}/transactions/payment-tokens/${encodeURIComponent(paymentToken)}`,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${granted.token}`,
            accept: 'application/vnd.mcn.transaction-service.api.v.2+json',
            'content-type': 'application/json',
          },
          body: JSON.stringify({
            clientAccnum: Number(account),
            clientSubacc: Number(subaccount),
            initialPrice: AUTHORIZED_CENTS / 100,
            initialPeriod: 30,
            currencyCode: 840,
          }),
        },
      );
      if (typeof answer?.['approved'] !== 'boolean') return undefined;
      const transactionId = answer['subscriptionId'];
      return {
        isApproved: answer['approved'],
        ...(typeof transactionId === 'string' && { transactionId }),
      };
    },
    async void(transactionId) {
      const query = new URLSearchParams({
        clientAccnum: account,
        username: options.user.name,
        password: options.user.password,
        action: 'voidTransaction',
        subscriptionId: transactionId,
        returnXML: '1',
      });
      try {
        const response = await fetch(`${hosts.datalink}/utils/subscriptionManagement.cgi?${query}`, {
          redirect: 'error',
          signal: AbortSignal.timeout(8_000),
        });
        return response.ok && /<results>1<\/results>/.test(await response.text());
      } catch {
        return false;
      }
    },
  };
}
