import { Notice } from '@klieg/ui';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PurchaseWishes } from '../../shared/modal/modal-map.ts';

function howMany({ missingTokens = 0, missingFor }: PurchaseWishes): ReactNode {
  switch (missingFor) {
    case 'tip':
      return (
        <Plural
          value={missingTokens}
          one="# token is missing for your tip"
          other="# tokens are missing for your tip"
        />
      );
    case 'split':
      return (
        <Plural
          value={missingTokens}
          one="# token is missing for your part of the tip"
          other="# tokens are missing for your part of the tip"
        />
      );
    case 'show':
      return (
        <Plural
          value={missingTokens}
          one="# token is missing for the show"
          other="# tokens are missing for the show"
        />
      );
    case 'fan_club':
      return (
        <Plural
          value={missingTokens}
          one="# token is missing for the fan club"
          other="# tokens are missing for the fan club"
        />
      );
    case 'media':
      return (
        <Plural
          value={missingTokens}
          one="# token is missing for the media"
          other="# tokens are missing for the media"
        />
      );
    default:
      return <Plural value={missingTokens} one="# token is missing" other="# tokens are missing" />;
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
            <Trans>There are too few tokens in your balance</Trans>
          )
        }
      />
    </div>
  );
}
