import { type AccountId, AppError } from '@klieg/kernel';
import type { Ledger, Outcome } from '../ledger/index.ts';

/**
 * Explains a refusal for lack of tokens by what is known of the payer, with the number missing where known. Passes
 * every other outcome on. @throws ledger.not_enough_tokens, or a more specific code
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
    // Somebody who has bought tokens meanwhile has enough: the same request should be repeated.
    throw new AppError(code, { params: { missing_tokens: Math.max(0, askedTokens - spendable) } });
  };
