import type { MediaItem } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMe } from '#app/shared/me/me-store.ts';
import type { MediaSource } from '#app/shared/modal/modal-map.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { askForTokens } from './tell-refusal.ts';
import { purchaseStep } from './purchase-step.ts';

export interface BuyOptions {
  readonly source: MediaSource;
  /** Where a guest returns after the log-in; by default the page of the media. */
  readonly returnTo?: string;
  readonly onStale?: () => void;
}

/** A press on a price, with everything before the confirmation. A press before the visitor is known is not lost. */
export function useBuyMedia({ source, returnTo, onStale }: BuyOptions): (media: MediaItem) => void {
  const { i18n } = useLingui();
  const me = useMe();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState<MediaItem>();
  const buy = (media: MediaItem) => {
    const step = purchaseStep(me, media);
    switch (step.do) {
      case 'wait':
        return setWaiting(media);
      case 'log-in':
        return void navigate(`/login?return_to=${encodeURIComponent(returnTo ?? media.url)}`);
      case 'open':
        return void navigate(media.url);
      case 'buy-tokens':
        return askForTokens(step.missingTokens, i18n);
      case 'ask':
        return openModal('media-purchase', { media, source, onStale });
    }
  };
  useEffect(() => {
    if (me.kind === 'unknown' || !waiting) return;
    buy(waiting);
    setWaiting(undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- once it is known who looks
  }, [me.kind]);
  return buy;
}
