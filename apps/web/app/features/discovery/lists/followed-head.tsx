import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** What is above the followed performers, even before they are loaded. */
export function FollowedHead({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="rail-head">
      <span className="label">
        <Trans>Following</Trans>
      </span>
      {children}
    </div>
  );
}
