import type { AccountId } from '@klieg/kernel';
import type { Holder } from '../accounts.ts';
import type { Posting, TransferTrace } from './history-store.ts';

/**
 * The trace as one of its parties may see it; undefined for everybody else. A sharer sees the share and from whose
 * earnings it came, not who paid; payer and receiver see shares from the platform's part as the platform's, and the
 * payer also the studio's.
 */
export function forParty(trace: TransferTrace, person: AccountId): TransferTrace | undefined {
  const isOf = (holder: Holder, one: Holder): boolean =>
    'person' in holder && 'person' in one && holder.person === one.person && holder.purse === one.purse;
  const isOwn = (holder: Holder): boolean => 'person' in holder && holder.person === person;
  const own = trace.postings.filter(({ holder }) => isOwn(holder));
  if (own.length === 0) return undefined;
  const platform: Holder = { system: 'platform' };
  if (!isOwn(trace.debit) && !isOwn(trace.credit)) {
    // In a refund the receiver is on the giving side.
    const receiver = own[0]!.tokens < 0 ? trace.debit : trace.credit;
    // What was held and went back only concerns payer and receiver.
    const { held: _, ...rest } = trace;
    return {
      ...rest,
      refundedTokens: 0,
      promotionalTokens: 0,
      debit: platform,
      credit: receiver,
      postings: own,
    };
  }
  const isPayer = [trace.debit, trace.credit].some((holder) => isOwn(holder) && isSpending(holder));
  const isHidden = ({ holder, isOfPlatform }: Posting): boolean =>
    isOfPlatform === true ||
    (isPayer && 'person' in holder && !isOf(holder, trace.debit) && !isOf(holder, trace.credit));
  const hidden = trace.postings.filter(isHidden);
  const shown = trace.postings
    .filter((posting) => !hidden.includes(posting))
    .map((posting) => {
      if (isOwn(posting.holder)) return posting;
      const { balanceAfter: _, ...rest } = posting;
      return rest;
    });
  const promotionalTokens = isPayer ? trace.promotionalTokens : trace.promotionalGot;
  const others = hidden.reduce((sum, { tokens }) => sum + tokens, 0);
  if (others === 0) return { ...trace, promotionalTokens, postings: shown };
  const platforms = shown.filter(({ holder }) => 'system' in holder && holder.system === 'platform');
  const tokens = others + platforms.reduce((sum, posting) => sum + posting.tokens, 0);
  return {
    ...trace,
    promotionalTokens,
    postings: [
      ...shown.filter((posting) => !platforms.includes(posting)),
      ...(tokens === 0 ? [] : [{ holder: platform, tokens }]),
    ],
  };
}

const isSpending = (holder: Holder): boolean => 'person' in holder && holder.purse === 'spending';
