import { type AccountId, assert, isWhole, type Tokens } from '@klieg/kernel';
import { accountOf, type LedgerAccount, type Purse } from './accounts.ts';
import type { Leg } from './commands.ts';

/** Somebody besides the receiver who gets a part of a payment, by contract or for having brought somebody. */
export interface Share {
  readonly to: AccountId;
  /** Absent: earning. */
  readonly purse?: Purse;
  /**
   * A share of what the receiver would get (a studio), or of the whole, paid from the platform's part (an affiliate).
   */
  readonly of: 'receiver' | 'platform';
  /** 0 to 100, in steps of a hundredth. */
  readonly percent: number;
}

/** A payment's receiver, and who else has a part. */
export interface Sharing {
  readonly to: AccountId;
  /** The receiver's part before others have theirs, 0 to 100 in steps of a hundredth. */
  readonly sharePercent: number;
  readonly others?: readonly Share[];
}

/** A whole in hundredths of a percent. */
export const WHOLE = 10_000;

/** @throws Error for a percent below 0, above 100, or finer than a hundredth */
export function toHundredths(percent: number): number {
  const hundredths = Math.round(percent * 100);
  assert(
    isWhole(hundredths) && hundredths <= WHOLE && Math.abs(hundredths - percent * 100) < 1e-6,
    `share ${percent} is no percent`,
  );
  return hundredths;
}

const accountOfShare = ({ to, purse = 'earning' }: Share): LedgerAccount => accountOf(to, purse);

/** The same share of each hold and payment: negative if it comes from the platform's part. */
const partOf = ({ of, percent }: Share): number => (of === 'receiver' ? 1 : -1) * toHundredths(percent);

/**
 * Who else gets shares of what a hold pays, as the ledger stores it.
 * @throws Error where shares exceed the amount, or somebody has two
 */
export function legsOfHold({ to, sharePercent, others = [] }: Sharing): Leg[] {
  const legs = others
    .map((share) => ({ account: accountOfShare(share), part: partOf(share) }))
    .filter(({ part }) => part !== 0);
  const sum = (sign: number) =>
    legs.reduce((all, { part }) => all + (Math.sign(part) === sign ? Math.abs(part) : 0), 0);
  assert(sum(1) <= WHOLE, 'the parts of a receiver are more than all of it');
  assert(sum(-1) + toHundredths(sharePercent) <= WHOLE, 'the parts of a payment are more than all of it');
  const accounts = [accountOf(to, 'earning'), ...legs.map(({ account }) => account)];
  assert(new Set(accounts).size === accounts.length, 'nobody has two parts of a payment');
  return legs;
}

/**
 * Everybody's share of an amount, in whole tokens rounded down; the rest is the platform's. Rounding of a studio's
 * share goes to the receiver, of an affiliate's to the platform. Shares from the platform's part are negative.
 */
export function divide(
  amountTokens: Tokens,
  sharing: Sharing,
): { readonly receiverTokens: Tokens; readonly legs: Leg[] } {
  const mine = part(amountTokens, toHundredths(sharing.sharePercent));
  const legs = legsOfHold(sharing).map((leg) => ({
    account: leg.account,
    part: leg.part > 0 ? part(mine, leg.part) : part(amountTokens, -leg.part),
    isOfReceiver: leg.part > 0,
  }));
  const given = legs.reduce((sum, leg) => sum + (leg.isOfReceiver ? leg.part : 0), 0);
  return {
    receiverTokens: mine - given,
    legs: legs
      .filter(({ part: tokens }) => tokens > 0)
      .map(({ account, part: tokens, isOfReceiver }) => ({
        account,
        part: isOfReceiver ? tokens : -tokens,
      })),
  };
}

const part = (tokens: Tokens, hundredths: number): Tokens => Math.floor((tokens * hundredths) / WHOLE);
