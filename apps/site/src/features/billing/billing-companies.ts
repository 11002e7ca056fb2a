import type { Biller } from '@klieg/contract';
import type { BillerPort } from './billers/port/biller-port.ts';

/** The company behind each biller, and where it answers people who find it on a statement. */
const COMPANIES: Readonly<Record<Biller, { readonly name: string; readonly url: string }>> = {
  ccbill: { name: 'CCBill', url: 'https://support.ccbill.com' },
  epoch: { name: 'Epoch', url: 'https://epoch.com' },
  wnu: { name: 'WNU', url: 'https://wnu.com' },
  rocketgate: { name: 'RocketGate', url: 'https://www.rocketgate.com' },
  cashtocode: { name: 'CashtoCode', url: 'https://www.cashtocode.com' },
  paygarden: { name: 'PayGarden', url: 'https://secure.paygarden.com' },
  rocketfuel: { name: 'RocketFuel', url: 'https://www.rocketfuelblockchain.com' },
  paypal: { name: 'PayPal', url: 'https://www.paypal.com' },
  sandbox: { name: 'Sandbox biller', url: '/faq' },
};

/**
 * What a statement shows, and the companies that may charge, in order of preference.
 * @param preferred the biller that has the person's card on file
 */
export function presentCompanies(
  billers: Iterable<Pick<BillerPort, 'name' | 'descriptor' | 'capabilities'>>,
  preferred?: Biller,
) {
  const all = [...billers];
  const ofCards =
    all.find(({ name }) => name === preferred) ??
    all.find(({ capabilities }) => capabilities.group === 'credit') ??
    all[0];
  return { descriptor: ofCards?.descriptor ?? '', companies: all.map(({ name }) => COMPANIES[name]) };
}
