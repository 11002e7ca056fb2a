import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Answer } from '../../shared/api/answers.ts';

type Hold = Answer<'getDeletion'>['holds'][number];

/** What keeps an account from being deleted, and how that ends. */
export const HOLD_WORDS: Readonly<Record<Hold, ReactNode>> = {
  legal_hold: (
    <Trans>An authority, or a claim under way, obliges us to keep your account for the time being.</Trans>
  ),
  case_open: <Trans>A report about your account has not been decided yet.</Trans>,
  shows_open: (
    <Trans>
      One of your shows has not ended, or tokens are held for one. Deletion continues once that is over.
    </Trans>
  ),
  order_open: <Trans>The outcome of a purchase is not known yet. That takes a day at most.</Trans>,
  credit_owed: (
    <Trans>Tokens that you have used on post-pay are not paid. Pay them on your tokens page.</Trans>
  ),
  balance_open: <Trans>You have earnings that were not paid out. Ask for a payout first.</Trans>,
};

/** Money that is owed by either side: it has to be settled before somebody can ask. */
export const mustSettleFirst = (holds: readonly Hold[]): boolean =>
  holds.includes('credit_owed') || holds.includes('balance_open');
