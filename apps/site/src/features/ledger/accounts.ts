import { type AccountId, assert, isWhole } from '@klieg/kernel';

/** The two balances of a person: tokens to spend, and tokens earned from others. They never mix. */
export type Purse = 'spending' | 'earning';

/** Accounts that belong to nobody; they have no limit and no balance row. */
export type SystemName = 'platform' | 'billers' | 'promotions' | 'payouts' | 'adjustments';

/** Whose account it is. */
export type Holder = { readonly person: AccountId; readonly purse: Purse } | { readonly system: SystemName };

/** An account's number in the ledger (rule L2). */
export type LedgerAccount = number & { readonly brand: 'LedgerAccount' };

const PER_PERSON = 8;
const PERSON_MAX = Math.floor(Number.MAX_SAFE_INTEGER / PER_PERSON) - 1;
const purseOf: Readonly<Record<number, Purse>> = { 1: 'spending', 2: 'earning' };
const systemNames: readonly SystemName[] = ['platform', 'billers', 'promotions', 'payouts', 'adjustments'];

/** @throws Error for a number that no person can have */
export function accountOf(person: AccountId, purse: Purse): LedgerAccount {
  assert(isWhole(person, 1) && person <= PERSON_MAX, `person ${person} has no ledger account`);
  return (person * PER_PERSON + (purse === 'spending' ? 1 : 2)) as LedgerAccount;
}

export const systemAccount = (name: SystemName): LedgerAccount =>
  (systemNames.indexOf(name) + 1) as LedgerAccount;

export const isSystemAccount = (account: number): boolean => account < PER_PERSON;

/** @throws Error for a number that is nobody's account */
export function holderOf(account: number): Holder {
  const system = systemNames[account - 1];
  if (system) return { system };
  const purse = purseOf[account % PER_PERSON];
  assert(purse && account > PER_PERSON, `account ${account} is nobody's`);
  return { person: Math.floor(account / PER_PERSON) as AccountId, purse };
}

/** The person whose account it is; undefined for the system's. */
export const personOf = (account: number): AccountId | undefined =>
  isSystemAccount(account) ? undefined : (Math.floor(account / PER_PERSON) as AccountId);
