import { formatAmount } from '@klieg/i18n';
import { FactList, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useMember } from '#app/shared/me/me-store.ts';

export interface PurchaseFactsProps {
  readonly price: number;
  readonly final: number;
  /** Why it is less. */
  readonly reduction: ReactNode;
}

/** The price, and the remaining balance. */
export function PurchaseFacts({ price, final, reduction }: PurchaseFactsProps) {
  const { i18n } = useLingui();
  const balance = useMember()?.tokens ?? 0;
  return (
    <FactList
      facts={[
        { label: <Trans>Price</Trans>, value: <TokenAmount amountTokens={price} /> },
        ...(price > final
          ? [
              {
                label: reduction,
                value: (
                  <span className="figure media-up">
                    {'\u2212'}
                    {formatAmount(price - final, i18n.locale)}
                  </span>
                ),
              },
            ]
          : []),
        { label: <Trans>You pay</Trans>, value: <TokenAmount amountTokens={final} strong /> },
        ...(balance >= final
          ? [{ label: <Trans>Balance after</Trans>, value: <TokenAmount amountTokens={balance - final} /> }]
          : []),
      ]}
    />
  );
}
