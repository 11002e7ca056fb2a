import { formatAmount } from '@klieg/i18n';
import { Button, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { loadPart } from '#app/shared/lazy-part.ts';
import { meStore, useMe } from '#app/shared/me/me-store.ts';
import { startingSwiper, useSwiper } from '#app/shared/me/swiper-state.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import type { FeedRoom } from './feed-room.ts';

// Visitors who only watch do not load the payment code.
const loadPaying = withTexts(() => import('#app/features/tipping/index.ts'));

/** One press tips what this browser has chosen for it, 25 at first; guests are asked to join. */
export function FeedTip({ room: { id, name, tipTokens } }: { readonly room: FeedRoom }) {
  const { t, i18n } = useLingui();
  const me = useMe();
  const chosen = useSwiper().tip_amount;
  const amount = chosen === startingSwiper.tip_amount ? tipTokens : chosen;
  const [isBusy, setBusy] = useState(false);
  const pay = async () => {
    const { sendTip, followTip } = await loadPart(loadPaying);
    const intent = { receiverId: id, amountTokens: amount, comment: '', type: 'feed' } as const;
    const result = await sendTip(api, intent);
    if (!result.ok) return followTip(result.followUp, i18n, 'tip');
    meStore.dispatch({ type: 'balance', tokens: result.balanceTokens });
    const sum = formatAmount(result.amountTokens, i18n.locale);
    showToast({ content: t`You tipped ${name} ${sum} tokens.`, appearance: 'success' });
  };
  const onPress = () => {
    if (me.kind === 'guest') return openModal('signup', { reason: 'tip' });
    if (me.kind === 'unknown') return;
    setBusy(true);
    pay()
      .catch((error: unknown) => showToast({ content: explainError(error, i18n), appearance: 'error' }))
      .finally(() => setBusy(false));
  };
  return (
    <Button kind="key" className="grow" busy={isBusy} onClick={onPress}>
      <Trans>Tip</Trans> <TokenAmount amountTokens={amount} />
    </Button>
  );
}
