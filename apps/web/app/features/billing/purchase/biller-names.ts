import type { Biller } from '@klieg/contract';

/** Names of billers as they write themselves. */
export const BILLER_NAMES: Readonly<Record<Biller, string>> = {
  ccbill: 'CCBill',
  epoch: 'Epoch',
  wnu: 'WNU',
  rocketgate: 'RocketGate',
  cashtocode: 'CashtoCode',
  paygarden: 'PayGarden',
  rocketfuel: 'RocketFuel',
  paypal: 'PayPal',
  sandbox: 'Sandbox biller',
};
