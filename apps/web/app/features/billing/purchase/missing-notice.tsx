import { Notice } from '@klieg/ui';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PurchaseWishes } from '#app/shared/modal/modal-map.ts';

function howMany({ missingTokens = 0, missingFor }: PurchaseWishes): ReactNode {
  switch (missingFor) {
    case 'tip':
      return (
        <Plural
          value={missingTokens}
          one="You need # more token for your tip"
          other="You need # more tokens for your tip"
        />
      );
    case 'split':
      return (
        <Plural
          value={missingTokens}
          one="You need # more token for your part of the tip"
          other="You need # more tokens for your part of the tip"
        />
      );
    case 'show':
      return (
        <Plural
          value={missingTokens}
          one="You need # more token for the show"
          other="You need # more tokens for the show"
        />
      );
    case 'fan_club':
      return (
        <Plural
          value={missingTokens}
          one="You need # more token for the fan club"
          other="You need # more tokens for the fan club"
        />
      );
    case 'media':
      return (
        <Plural
          value={missingTokens}
          one="You need # more token for the media"
          other="You need # more tokens for the media"
        />
      );
    default:
      return <Plural value={missingTokens} one="You need # more token" other="You need # more tokens" />;
  }
}

/** What tokens are missing for, and how many where that is known. */
export function MissingNotice(wishes: PurchaseWishes) {
  const { missingTokens = 0, missingFor } = wishes;
  return (
    <div className="mb-4">
      <Notice
        title={
          missingFor === 'stay' ? (
            <Trans>Add tokens to stay in the private</Trans>
          ) : missingTokens > 0 ? (
            howMany(wishes)
          ) : (
            <Trans>Your balance is too low</Trans>
          )
        }
      />
    </div>
  );
}
