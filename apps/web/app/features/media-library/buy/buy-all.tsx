import { formatCount } from '@klieg/i18n';
import { Button, Dialog, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useReducer, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { sendSurely } from '#app/shared/api/send-surely.ts';
import { meStore, useMe } from '#app/shared/me/me-store.ts';
import { canBuyAll } from '../media-rules.ts';
import { BOUGHT } from './bought.ts';
import { PurchaseFacts } from './purchase-facts.tsx';
import { reducePurchase } from './purchase-state.ts';
import { missingTokens } from './purchase-step.ts';
import { askForTokens, tellRefusal } from './tell-refusal.ts';

type Unpurchased = Answer<'listModelMedia'>['unpurchased'];

interface BuyAllProps {
  readonly username: string;
  readonly displayName: string;
  /** What is left to buy, of all kinds. */
  readonly unpurchased: Unpurchased;
  readonly onStale: () => void;
}

function AllDialog({
  username,
  displayName,
  unpurchased,
  onStale,
  onClose,
}: BuyAllProps & { readonly onClose: () => void }) {
  const { i18n } = useLingui();
  const { count, price_total: full, price_discounted: price } = unpurchased;
  const [state, dispatch] = useReducer(reducePurchase, { kind: 'confirming', price });
  const isBusy = state.kind === 'posting' || state.kind === 'owned';
  const close = () => {
    if (!isBusy) onClose();
  };
  const buy = async () => {
    dispatch({ type: 'confirmed' });
    const body = { price };
    try {
      const answer = await sendSurely(['all media', username, body, count], (idempotencyKey) =>
        lateApi.purchaseAllMedia({ params: { username }, body, idempotencyKey }),
      );
      dispatch({ type: 'bought' });
      meStore.dispatch({ type: 'balance', tokens: answer.tokens });
      meStore.dispatch({ type: 'media', ids: answer.media_ids });
      onClose();
      showToast({ content: i18n._(BOUGHT), appearance: 'success' });
    } catch (error) {
      dispatch({ type: 'refused' });
      if (!tellRefusal(error, i18n)) return;
      onClose();
      onStale();
    }
  };
  const figure = formatCount(count, i18n.locale);
  return (
    <Dialog
      title={
        <Trans>
          Buy {figure} items from {displayName}?
        </Trans>
      }
      onClose={close}
      foot={
        <>
          <Button kind="line" onClick={close}>
            <Trans>Not now</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" busy={isBusy} onClick={() => void buy()}>
            <Trans>Buy for</Trans>
            <TokenAmount amountTokens={price} />
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <PurchaseFacts price={full} final={price} reduction={<Trans>Bought together</Trans>} />
        <p className="small text-ink-2">
          <Trans>They stay in your library. Downloads are not offered.</Trans>
        </p>
      </div>
    </Dialog>
  );
}

/** Everything of a performer that one has not bought yet, from two on (MEDIA-LIBRARY-036). */
export function BuyAll(props: BuyAllProps) {
  const { unpurchased } = props;
  const { i18n } = useLingui();
  const me = useMe();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [isOpen, setOpen] = useState(false);
  if (!canBuyAll(unpurchased)) return null;
  const press = () => {
    if (me.kind === 'guest')
      return void navigate(`/login?return_to=${encodeURIComponent(pathname + search)}`);
    if (me.kind !== 'member') return undefined;
    const missing = missingTokens(me.current, unpurchased.price_discounted);
    return missing > 0 ? askForTokens(missing, i18n) : setOpen(true);
  };
  const count = formatCount(unpurchased.count, i18n.locale);
  return (
    <>
      <Button onClick={press}>
        <Trans>Buy all {count}</Trans>
        <TokenAmount amountTokens={unpurchased.price_discounted} />
      </Button>
      {isOpen && <AllDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
