import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { withTexts } from '../../shared/language/with-texts.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { wordOf } from './re-up-rules.ts';

/** Few pages ever hear of one, so its texts load with the first. */
const loadTeller = withTexts(() => import('./tell-re-up.ts'));

/** Says what came of automatic purchases, on any page. */
export function useReUpNews(): void {
  const { i18n } = useLingui();
  const lobby = usePageRealtime()?.lobby;
  useEffect(
    () =>
      lobby?.on('v3.reUp.update', (update) => {
        const word = wordOf(update);
        if (word === 'declined-modal') return openModal('payment-declined', { shouldVerify: true });
        if (word === 'contact-support')
          return openModal('contact-support', {
            topic: 'declined',
            ...(update.order_id && { orderId: update.order_id }),
          });
        void loadTeller().then(({ tellReUp }) => tellReUp(word, Number(update.tokens ?? 0), i18n));
      }),
    [i18n, lobby],
  );
}
