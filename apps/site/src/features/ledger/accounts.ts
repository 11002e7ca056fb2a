import { type AccountId, assert, isWhole } from '@klieg/kernel';

/**
 * The balances of a person: tokens to spend; tokens earned from others, which ripen; those that can be paid out; and
 * those that are kept back against chargebacks. They never mix.
 */
export type Purse = 'spending' | 'earning' | 'payable' | 'reserve';

/** Accounts that belong to nobody; they have no limit and no balance row. */
export type SystemName = 'platform' | 'billers' | 'promotions' | 'payouts' | 'adjustments';

/**
 * The operator's accounts, in cents: what billers owe him, what he owes for tokens that are not spent and to who earned
 * them, what he took, what it cost him, and what nobody could place yet.
 */
export type MoneyName =
  | 'receivable'
  | 'unspent'
  | 'earned'
  | 'revenue'
  | 'fees'
  | 'chargeback_fees'
  | 'tax'
  | 'payouts'
  | 'promotions'
  | 'suspense'
  | 'bank';

/** Whose account it is. */
export type Holder =
  | { readonly person: AccountId; readonly purse: Purse }
  | { readonly system: SystemName }
  | { readonly money: MoneyName; /** The biller, where each has its own. */ readonly of: number };

/** An account's number in the ledger (rule L2). */
export type LedgerAccount = number & { readonly brand: 'LedgerAccount' };

const PER_PERSON = 8;
const PERSON_MAX = Math.floor(Number.MAX_SAFE_INTEGER / PER_PERSON) - 1;
const purses: readonly Purse[] = ['spending', 'earning', 'payable', 'reserve'];
const systemNames: readonly SystemName[] = ['platform', 'billers', 'promotions', 'payouts', 'adjustments'];
/** The stored number is the place in this list: append, never reorder. */
const moneyNames: readonly MoneyName[] = [
  'receivable',
  'unspent',
  'earned',
  'revenue',
  'fees',
  'chargeback_fees',
  'tax',
  'payouts',
  'promotions',
  'suspense',
  'bank',
];
/** Each name has this many accounts: its own, and one for each biller. */
const PER_MONEY_NAME = 64;

/** @throws Error for a number that no person can have */
export function accountOf(person: AccountId, purse: Purse): LedgerAccount {
  assert(isWhole(person, 1) && person <= PERSON_MAX, `person ${person} has no ledger account`);
  return (person * PER_PERSON + purses.indexOf(purse) + 1) as LedgerAccount;
}

export const systemAccount = (name: SystemName): LedgerAccount =>
  (systemNames.indexOf(name) + 1) as LedgerAccount;

/**
 * An account in cents.
 * @param of the number of a biller, 1 to 63; 0 is nobody's
 */
export function moneyAccount(name: MoneyName, of = 0): LedgerAccount {
  assert(isWhole(of, 0) && of < PER_MONEY_NAME, `${of} is no biller's number`);
  return -(moneyNames.indexOf(name) * PER_MONEY_NAME + of + 1) as LedgerAccount;
}

/** True for accounts that belong to no person, in tokens or in cents. */
export const isSystemAccount = (account: number): boolean => account < PER_PERSON;

/** @throws Error for a number that is nobody's account */
export function holderOf(account: number): Holder {
  if (account < 0) {
    const place = -account - 1;
    const money = moneyNames[Math.floor(place / PER_MONEY_NAME)];
    assert(money, `account ${account} is nobody's`);
    return { money, of: place % PER_MONEY_NAME };
  }
  const system = systemNames[account - 1];
  if (system) return { system };
  const purse = purses[(account % PER_PERSON) - 1];
  assert(purse && account > PER_PERSON, `account ${account} is nobody's`);
  return { person: Math.floor(account / PER_PERSON) as AccountId, purse };
}

/** The person whose account it is; undefined for the system's. */
export const personOf = (account: number): AccountId | undefined =>
  isSystemAccount(account) ? undefined : (Math.floor(account / PER_PERSON) as AccountId);
