import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';

/** The address of one's own overlay. */
export interface OverlayAddress {
  readonly isBusy: boolean;
  /** The address, where the browser let nobody write it to the clipboard. */
  readonly shown: string | undefined;
  /** Puts the address on the clipboard; `renew` makes a new one and ends the old. True when there is one. */
  readonly copy: (options: { readonly hasSound: boolean; readonly renew: boolean }) => Promise<boolean>;
}

const addressOf = (key: string, hasSound: boolean): string =>
  `${location.origin}/overlay/goal?key=${key}${hasSound ? '&sound=1' : ''}`;

/** What the performer can do with the address of her overlay. */
export function useOverlayAddress(): OverlayAddress {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState<string>();
  const deliver = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address);
      setShown(undefined);
      showToast({ content: t`Address copied`, appearance: 'success' });
    } catch {
      setShown(address);
    }
  };
  return {
    isBusy,
    shown,
    async copy({ hasSound, renew }) {
      setBusy(true);
      try {
        const { key } = await lateApi.openGoalOverlay({ body: { renew } });
        await deliver(addressOf(key, hasSound));
        return true;
      } catch (error) {
        showToast({ content: explainError(error, i18n), appearance: 'error' });
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
