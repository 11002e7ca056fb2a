import { formatAmount } from '@klieg/i18n';
import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { openModal } from '../../shared/modal/modal-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { wordOf } from './re-up-rules.ts';

/** Says what came of automatic purchases, on any page. */
export function useReUpNews(): void {
  const { t, i18n } = useLingui();
  const lobby = usePageRealtime()?.lobby;
  useEffect(
    () =>
      lobby?.on('v3.reUp.update', (update) => {
        switch (wordOf(update)) {
          case 'success': {
            const n = formatAmount(Number(update.tokens ?? 0), i18n.locale);
            return showToast({
              content: t`Auto re-up successful! ${n} tokens added to your balance`,
              appearance: 'success',
            });
          }
          case 'declined-modal':
            return openModal('payment-declined', { shouldVerify: true });
          case 'contact-support':
            return openModal('contact-support', {
              topic: 'declined',
              ...(update.order_id && { orderId: update.order_id }),
            });
          case 'limit':
            return showToast({
              content: t`Auto re-up has reached the limit that you set.`,
              appearance: 'info',
            });
          case 'disabled':
            return showToast({
              content: t`Auto re-up is off: your card was declined twice.`,
              appearance: 'warning',
            });
          case 'failed':
            return showToast({ content: t`Auto re-up failed`, appearance: 'error' });
        }
      }),
    [i18n, lobby, t],
  );
}
