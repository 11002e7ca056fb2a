import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** What stands above those whom a member follows, before they are known as well. */
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
