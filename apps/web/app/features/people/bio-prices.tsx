import type { Bio } from '@klieg/contract';
import { FactList, TokenAmount } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BioModule } from './bio-module.tsx';

/** What the room costs, and the way to a private while one can be had. */
export function BioPrices({
  user,
  exclusive_cost: exclusiveCost,
  askPrivate,
}: Pick<Bio, 'user' | 'exclusive_cost'> & { readonly askPrivate: ReactNode }) {
  const prices = [
    ...(user.private_enabled
      ? [
          {
            label: <Trans>Private</Trans>,
            value: <TokenAmount amountTokens={user.private_cost} unit={<Trans>/min</Trans>} />,
          },
          {
            label: <Trans>Exclusive</Trans>,
            value: <TokenAmount amountTokens={exclusiveCost} unit={<Trans>/min</Trans>} />,
          },
        ]
      : []),
    ...(user.spy_cost === null
      ? []
      : [
          {
            label: <Trans>Spy</Trans>,
            value: <TokenAmount amountTokens={user.spy_cost} unit={<Trans>/min</Trans>} />,
          },
        ]),
    ...(user.ticket_price === null
      ? []
      : [
          {
            label: <Trans>Ticket show</Trans>,
            value: <TokenAmount amountTokens={user.ticket_price} />,
          },
        ]),
    ...(user.group_price === null
      ? []
      : [
          {
            label: <Trans>Group show</Trans>,
            value: <TokenAmount amountTokens={user.group_price} unit={<Trans>/min</Trans>} />,
          },
        ]),
  ];
  return (
    <BioModule title={<Trans>Prices</Trans>}>
      {prices.length > 0 ? (
        <FactList facts={prices} />
      ) : (
        <p className="text-ink-2">
          <Trans>The room is free to watch; privates are not offered.</Trans>
        </p>
      )}
      {askPrivate}
    </BioModule>
  );
}
