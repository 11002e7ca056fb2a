import type { PromoOffer } from '@klieg/contract';
import { formatMoney } from '@klieg/i18n';
import { Button, Dialog, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { useIsPicturePage } from '../../shared/picture-page.ts';
import { track } from '../../shared/track.ts';
import { offerAction } from './offer-rules.ts';
import './promo.css';

export interface PromoOfferModalProps {
  readonly offer: PromoOffer;
  /** Of the advert; else that of the offer. */
  readonly imageUrl: string | null;
  readonly onClosed: () => void;
  readonly onClose: () => void;
}

const note = (offer: string, action: 'shown' | 'closed' | 'accepted') =>
  void lateApi.noteOffer({ body: { offer, action } }).catch(() => undefined);

/** An offer to visitors: free tokens with an account, or a purchase for members. */
export default function PromoOfferModal({ offer, imageUrl, onClosed, onClose }: PromoOfferModalProps) {
  const { i18n } = useLingui();
  const current = useMember();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isOnPicture = useIsPicturePage();
  const isNoted = useRef(false);
  useEffect(() => {
    if (!isNoted.current) note(offer.code, 'shown');
    isNoted.current = true;
  }, [offer.code]);
  const close = () => {
    note(offer.code, 'closed');
    onClose();
    onClosed();
  };
  const accept = () => {
    note(offer.code, 'accepted');
    track('promo_accepted');
    const member = current ? { hasPurchase: current.has_purchase } : null;
    const action = offerAction({ member, path: pathname });
    if (action === 'tokens') return openModal('tokens', {});
    onClose();
    if (action === 'register') void navigate({ pathname: '/register', search });
    return undefined;
  };
  const picture = imageUrl ?? offer.image_url;
  const price = formatMoney(offer.amount, offer.currency, i18n.locale);
  return (
    <Dialog
      title={offer.title}
      onClose={close}
      beside={isOnPicture}
      foot={
        <>
          <Button kind="line" onClick={close}>
            <Trans>Not now</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" size="large" onClick={accept}>
            {current ? <Trans>Buy tokens</Trans> : <Trans>Join free</Trans>}
          </Button>
        </>
      }
    >
      {picture && <img className="offer-picture" src={picture} alt="" />}
      <div className="flex items-baseline gap-3">
        <TokenAmount amountTokens={offer.tokens} className="display" />
        {current && offer.amount > 0 && <span className="text-ink-2">{price}</span>}
      </div>
      <p>{offer.text}</p>
    </Dialog>
  );
}
