import { type AccountId, AppError } from '@klieg/kernel';
import type { Ledger, Outcome } from '../ledger/index.ts';

/**
 * Says of a refusal for want of tokens what is known of the payer, and how many are missing where the number is known.
 * Lets every other outcome pass. @throws ledger.not_enough_tokens, or the code that says more
 */
export const makeExplainRefusal =
  (
    ledger: Pick<Ledger, 'balanceOf'>,
    explainShortage: ((payer: AccountId) => Promise<string | undefined>) | undefined,
  ) =>
  async (payer: AccountId, outcome: Outcome, askedTokens?: number): Promise<void> => {
    if (outcome.status !== 'refused' || outcome.reason !== 'not_enough_tokens') return;
    const code = (await explainShortage?.(payer)) ?? 'ledger.not_enough_tokens';
    if (askedTokens === undefined) throw new AppError(code);
    const { spendable } = await ledger.balanceOf(payer);
    // Whoever has bought meanwhile lacks nothing any more: the same is to be asked once more.
    throw new AppError(code, { params: { missing_tokens: Math.max(0, askedTokens - spendable) } });
  };
