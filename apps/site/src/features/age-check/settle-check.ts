import type { AgeMethod } from '@klieg/contract';
import type { AccountId, Clock, Uuid } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { AgeCheckStore, Result, WaitingCheck } from './age-check-store.ts';
import { VALID_MS } from './standing-rules.ts';
import type { AgeVendor } from './vendors/vendor-port.ts';

/** An open session is given up after this time; one that a reviewer looks at waits longer. */
export const OPEN_MS = 30 * 60_000;
export const PENDING_MS = 7 * DAY_MS;

export interface SettleCheck {
  /** Decides a check once and tells its person; a repeat changes nothing. */
  decide(id: Uuid, result: Result): Promise<void>;
  /**
   * The same within a transaction. @returns tells the person, to be called after the commit; undefined if already
   * decided
   */
  decideWithin(transaction: Transaction, id: Uuid, result: Result): Promise<(() => void) | undefined>;
  /** Asks the vendor what came of a check and decides it by the answer. Never rejects for a vendor that is away. */
  look(check: WaitingCheck): Promise<void>;
}

/** The account of a check, where it is one's. */
const accountOf = (subject: string): AccountId | undefined =>
  /^a\d+$/.test(subject) ? (Number(subject.slice(1)) as AccountId) : undefined;

export function makeSettleCheck(deps: {
  readonly store: AgeCheckStore;
  readonly vendors: readonly (Pick<AgeVendor, 'resultOf'> & { readonly name: string })[];
  readonly clock: Clock;
  readonly feed: Kit['feed'];
  readonly count: (method: AgeMethod, result: Result) => void;
}): SettleCheck {
  const { store, clock } = deps;
  const settle = async (id: Uuid, result: Result, within?: Transaction) => {
    const at = clock.now();
    const endsAt = result === 'passed' ? at + VALID_MS : at;
    const check = await store.decide(id, result, { at, endsAt }, within);
    if (!check) return undefined;
    return () => {
      deps.count(check.method, result);
      const account = accountOf(check.subject);
      const news = { seq: at, part: 'age_verification', status: result, at } as const;
      if (account) deps.feed.send(account, 'v3.account.update', news);
    };
  };
  const decide: SettleCheck['decide'] = async (id, result) => (await settle(id, result))?.();

  return {
    decide,
    decideWithin: (transaction, id, result) => settle(id, result, transaction),
    async look(check) {
      const vendor = deps.vendors.find(({ name }) => check.vendorRef?.startsWith(`${name}:`));
      const result = vendor && check.vendorRef ? await vendor.resultOf(check.vendorRef) : undefined;
      if (result !== undefined && result !== 'open') return decide(check.id, result);
      const age = clock.now() - check.begunAt.getTime();
      if (age > PENDING_MS || (result === undefined && !vendor && age > OPEN_MS))
        await decide(check.id, 'expired');
    },
  };
}
