import type { MediaItem } from '@klieg/contract';
import { Button, Dialog, Picture, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useReducer } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { sendSurely } from '#app/shared/api/send-surely.ts';
import { useFanLevel } from '#app/shared/me/fan-level.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import type { ModalMap } from '#app/shared/modal/modal-map.ts';
import { LEVEL_NAMES } from '../../fan-club/index.ts';
import { discountPercent } from '../media-rules.ts';
import { MediaLength } from '../media-words.tsx';
import { PurchaseFacts } from './purchase-facts.tsx';
import { BOUGHT } from './bought.ts';
import { reducePurchase } from './purchase-state.ts';
import { tellRefusal } from './tell-refusal.ts';
import '../media-library.css';

/** What is bought. */
function Subject({ media }: { readonly media: MediaItem }) {
  return (
    <div className="media-subject">
      <div className="picture media-subject-picture">
        <Picture src={media.thumbnail_url} sizes="128px" width={128} height={72} />
        <span className="pill media-length">
          <MediaLength media={media} />
        </span>
      </div>
      <div className="min-w-0">
        <b className="block">{media.name}</b>
        <span className="small text-ink-2">{media.user_display_name}</span>
      </div>
    </div>
  );
}

function Reason({ media }: { readonly media: MediaItem }) {
  const { t } = useLingui();
  const level = useFanLevel(media.username);
  const percent = discountPercent(media);
  return level ? (
    <Trans>
      {t(LEVEL_NAMES[level])}, {percent}% off
    </Trans>
  ) : (
    <Trans>{percent}% off</Trans>
  );
}

/** Asks once before a video or a set of pictures is bought (MEDIA-LIBRARY-008). */
export default function MediaPurchaseModal({
  media,
  source,
  onStale,
  onClose,
}: ModalMap['media-purchase'] & { readonly onClose: () => void }) {
  const { i18n } = useLingui();
  const [state, dispatch] = useReducer(reducePurchase, { kind: 'confirming', price: media.final_price });
  const isBusy = state.kind === 'posting' || state.kind === 'owned';
  const close = () => {
    if (!isBusy) onClose();
  };
  const buy = async () => {
    dispatch({ type: 'confirmed' });
    const params = { id: String(media.id) };
    const body = { source, price: media.final_price };
    try {
      const answer = await sendSurely(['media', params, body.price], (idempotencyKey) =>
        lateApi.purchaseMedia({ params, body, idempotencyKey }),
      );
      dispatch({ type: 'bought' });
      meStore.dispatch({ type: 'balance', tokens: answer.tokens });
      meStore.dispatch({ type: 'media', ids: [media.id] });
      onClose();
      showToast({ content: i18n._(BOUGHT), appearance: 'success' });
    } catch (error) {
      dispatch({ type: 'refused' });
      if (!tellRefusal(error, i18n)) return;
      onClose();
      onStale?.();
    }
  };
  return (
    <Dialog
      title={media.type_id === 1 ? <Trans>Buy these pictures?</Trans> : <Trans>Buy this video?</Trans>}
      onClose={close}
      foot={
        <>
          <Button kind="line" onClick={close}>
            <Trans>Not now</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" busy={isBusy} onClick={() => void buy()}>
            <Trans>Buy for</Trans>
            <TokenAmount amountTokens={media.final_price} />
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Subject media={media} />
        <PurchaseFacts
          price={media.token_price}
          final={media.final_price}
          reduction={<Reason media={media} />}
        />
        <p className="small text-ink-2">
          <Trans>It stays in your library, even if a fan club ends. Downloads are not offered.</Trans>
        </p>
      </div>
    </Dialog>
  );
}
