import { Button, Dialog, Field, Input, OptionRow, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { RequestCosts } from './request-costs.tsx';
import { RequestExtraChoices, type RequestExtras, useRequestExtras } from './request-extras.tsx';
import { RefundWords, Warnings } from './request-words.tsx';
import { askPrivate, changedPrice, type PrivateWish } from '../calls.ts';
import type { ShowsPart } from '../shows-part.ts';
import { tellFailedPrivate } from '../tell-refusal.ts';
import '../shows.css';

/** The most that a first word may hold (the call's own bound). */
const MESSAGE_MAX = 200;

type Kind = PrivateWish['type'];

const perMinute = (tokens: number) => <TokenAmount amountTokens={tokens} unit={<Trans>/min</Trans>} strong />;

/** The prices of both kinds, with updates from the server; a discount is only for privates that may be spied on. */
function usePrices({ settings, discount }: ShowsPart) {
  const [changed, setChanged] = useState<Partial<Record<Kind, number>>>({});
  const prices: Record<Kind, number> = {
    private: discount?.privatePricePerMinuteInToken ?? settings.private_cost,
    exclusive: settings.exclusive_cost,
    ...changed,
  };
  return { prices, change: (kind: Kind, price: number) => setChanged((old) => ({ ...old, [kind]: price })) };
}

/** The one press that asks, and what a refusal means for the dialog. */
function useAsking({ part, room, tools }: SlotProps<ShowsPart>) {
  const { i18n } = useLingui();
  const { username } = room.user;
  const { prices, change } = usePrices(part);
  const [isBusy, setBusy] = useState(false);
  const [wasChanged, setWasChanged] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const close = () => tools.dispatch({ name: 'page.private-dialog', payload: { isOpen: false } });
  const onChangedPrice = async (kind: Kind, price: number | undefined) => {
    setWasChanged(true);
    if (price !== undefined) return change(kind, price);
    const payload = await api.getRoom({ params: { username } }).catch(() => undefined);
    if (payload) tools.dispatch({ name: 'page.loaded', payload });
  };
  const ask = async (type: Kind, message: string, more: RequestExtras) => {
    if (isBusy) return;
    setBusy(true);
    setWasChanged(false);
    setRefusal(undefined);
    try {
      const toWatch = part.isToWatch ? { mediaId: more.mediaId } : undefined;
      const payload = await askPrivate(username, {
        type,
        pricePerMinute: prices[type],
        message,
        withCam2cam: more.withCam2cam,
        keepsRecording: more.keepsRecording,
        toWatch,
      });
      tools.dispatch({ name: 'page.private-asked', payload: { ...payload, to: username } });
    } catch (error) {
      const changed = changedPrice(error);
      if (changed) await onChangedPrice(type, changed.pricePerMinute);
      else {
        const why = tellFailedPrivate(error, i18n);
        setRefusal(why);
        if (why === undefined) close();
      }
    } finally {
      setBusy(false);
    }
  };
  return { prices, isBusy, wasChanged, refusal, ask, close };
}

interface KindsProps {
  readonly kind: Kind;
  readonly prices: Readonly<Record<Kind, number>>;
  readonly isSpiedOn: boolean;
  readonly onPick: (kind: Kind) => void;
}

function Kinds({ kind, prices, isSpiedOn, onPick }: KindsProps) {
  return (
    <Field label={<Trans>Type</Trans>} group>
      <div className="grid gap-2">
        <OptionRow
          name="private-kind"
          icon="lock-simple"
          checked={kind === 'private'}
          onChange={() => onPick('private')}
          note={
            isSpiedOn ? (
              <Trans>Others may pay to spy; they cannot write</Trans>
            ) : (
              <Trans>Nobody else can watch</Trans>
            )
          }
          end={perMinute(prices.private)}
        >
          <b>
            <Trans>Private</Trans>
          </b>
        </OptionRow>
        <OptionRow
          name="private-kind"
          icon="lock-key"
          checked={kind === 'exclusive'}
          onChange={() => onPick('exclusive')}
          note={<Trans>No spies</Trans>}
          end={perMinute(prices.exclusive)}
        >
          <b>
            <Trans>Exclusive</Trans>
          </b>
        </OptionRow>
      </div>
    </Field>
  );
}

/** The one press, or the way to the tokens that are missing. */
function Answers(props: {
  readonly formId: string;
  readonly price: number;
  readonly isBusy: boolean;
  /** Something is to be chosen first. */
  readonly isUnready: boolean;
  /** Undefined: there are enough. */
  readonly onBuy: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const { formId, price, isBusy, isUnready, onBuy, onClose } = props;
  return (
    <>
      <Button kind="line" onClick={onClose}>
        <Trans>Not now</Trans>
      </Button>
      <span className="grow" />
      {onBuy ? (
        <Button kind="key" onClick={onBuy}>
          <Trans>Buy tokens</Trans>
        </Button>
      ) : (
        <Button kind="key" type="submit" form={formId} busy={isBusy} disabled={isUnready}>
          <Trans>Ask for</Trans> <TokenAmount amountTokens={price} unit={<Trans>/min</Trans>} />
        </Button>
      )}
    </>
  );
}

/** Asks for a private: which kind, what it costs, a word first (SHOWS-002). */
export default function RequestDialog(props: SlotProps<ShowsPart>) {
  const { part, room } = props;
  const { t } = useLingui();
  const formId = useId();
  const current = useMember();
  const { prices, isBusy, wasChanged, refusal, ask, close } = useAsking(props);
  const [kind, setKind] = useState<Kind>('private');
  const [message, setMessage] = useState('');
  const { displayName } = room.user;
  const more = useRequestExtras(part.settings);
  const { private_min_minutes: minutes, spy } = part.settings;
  const balance = current?.tokens ?? 0;
  const prepaid = minutes * prices[kind];
  const isShort = balance < prepaid && !current?.postpay;
  // A private for watching a video together needs one.
  const isUnready = part.isToWatch && more.extras.mediaId === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isShort && !isUnready) void ask(kind, message, more.extras);
  };
  const buy = () => {
    close();
    openModal('tokens', { missingTokens: prepaid - balance, missingFor: 'show' });
  };
  return (
    <Dialog
      title={
        part.isToWatch ? <Trans>Ask for a private to watch together</Trans> : <Trans>Ask for a private</Trans>
      }
      width={720}
      onClose={close}
      headEnd={<span className="strong truncate max-tablet:hidden">{displayName}</span>}
      foot={
        <Answers
          formId={formId}
          price={prices[kind]}
          isBusy={isBusy}
          isUnready={isUnready}
          onBuy={isShort ? buy : undefined}
          onClose={close}
        />
      }
    >
      <form id={formId} method="post" className="request-form" onSubmit={submit}>
        <div className="grid content-start gap-3">
          <Kinds kind={kind} prices={prices} isSpiedOn={spy.enabled && spy.cost > 0} onPick={setKind} />
          <RequestExtraChoices {...props} {...more} />
          <Field label={t`Your message`} optional hint={t`${displayName} sees it before answering.`}>
            <Input
              maxLength={MESSAGE_MAX}
              value={message}
              autoComplete="off"
              onChange={(event) => setMessage(event.target.value)}
            />
          </Field>
        </div>
        <div className="request-costs">
          <Warnings
            isSoundOnly={part.settings.cam.audio_only}
            price={wasChanged ? prices[kind] : undefined}
            prepaid={isShort ? prepaid : undefined}
            refusal={refusal}
          />
          <RequestCosts
            price={prices[kind]}
            minutes={minutes}
            balance={balance}
            until={part.settings.private_until}
          />
          <RefundWords name={displayName} minutes={minutes} />
        </div>
      </form>
    </Dialog>
  );
}
