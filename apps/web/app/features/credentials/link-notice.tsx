import { Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { LinkRefusal } from './refused-link.ts';

export interface LinkNoticeProps {
  readonly refusal: LinkRefusal;
  /** Shown when the link was already used. */
  readonly used: ReactNode;
}

/** Why a mailed link did nothing. The next step is a button below it. */
export function LinkNotice({ refusal, used }: LinkNoticeProps) {
  switch (refusal) {
    case 'used':
      return (
        <Notice tone="bad" title={<Trans>This link has been used</Trans>}>
          {used}
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="bad" title={<Trans>This link has expired</Trans>}>
          <Trans>Nothing was changed. Request a new one.</Trans>
        </Notice>
      );
    case 'taken':
      return (
        <Notice tone="bad" title={<Trans>This address belongs to another account</Trans>}>
          <Trans>Log in to that one, or enter another address in your settings.</Trans>
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="bad" title={<Trans>This link is not valid</Trans>}>
          <Trans>Open it from the newest email, and check that all of it is in the address bar.</Trans>
        </Notice>
      );
  }
}
