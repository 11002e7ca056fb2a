import { formatClock } from '@klieg/i18n';
import { Button, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { beginSpying } from '../begin-spying.ts';
import { mustLeaveSpy } from '../show-sums.ts';
import type { ShowsPart } from '../shows-part.ts';
import { Cell, Strip, StripWords } from './strip.tsx';
import { useRunning } from './use-running.ts';

/** Leaves the private; the page is in the public room at once, whatever the answer. */
function useLeave({ room, tools }: Pick<SlotProps, 'room' | 'tools'>) {
  const { username } = room.user;
  return () => {
    tools.dispatch({ name: 'page.spied', payload: {} });
    void lateApi.endSpy({ params: { username }, body: {} }).catch(() => undefined);
  };
}

/** State of the own look into the private. */
function useSpy({ part }: SlotProps<ShowsPart>) {
  const { spy, spyTick } = part;
  const isPreview = (spy?.preview_seconds ?? 0) > 0;
  const ran = useRunning(spyTick ?? spy, true);
  const preview = Math.max(0, (spyTick?.preview_left_seconds ?? spy?.preview_seconds ?? 0) - ran);
  return {
    isPreview,
    preview,
    price: spy?.cost_per_minute ?? part.settings.spy.cost,
    isFree: spyTick?.is_free ?? spy?.free ?? false,
    charged: spyTick?.tokens_charged ?? 0,
    seconds: (spyTick?.seconds ?? 0) + ran,
    left: spyTick?.remaining_seconds ?? undefined,
  };
}

/** Leaves automatically if the next ten seconds cannot be paid (SHOWS-036). */
function useAutoLeave(props: SlotProps<ShowsPart>, spy: ReturnType<typeof useSpy>, leave: () => void): void {
  const current = useMember();
  const { spyTick } = props.part;
  useEffect(() => {
    if (!current || !spyTick) return;
    const { price, isFree, isPreview, preview, left } = spy;
    const previewSeconds = isPreview ? preview : 0;
    const facts = { tokens: current.tokens, remainingSeconds: left, pricePerMinute: price, isFree };
    if (mustLeaveSpy({ ...facts, previewSeconds, hasPostpay: current.postpay })) leave();
    // oxlint-disable-next-line react/exhaustive-deps -- looked at with each tick, as the rule says
  }, [spyTick]);
}

/** The free look: its seconds, what it costs afterwards, and the choice. */
function PreviewStrip(props: SlotProps<ShowsPart> & { readonly spy: ReturnType<typeof useSpy> }) {
  const { room, tools, spy } = props;
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const leave = useLeave(props);
  const stay = async () => {
    setBusy(true);
    await beginSpying({ room, tools, pricePerMinute: spy.price, i18n, isPaid: true });
    setBusy(false);
  };
  return (
    <Strip
      label={t`Spying`}
      tone="spy"
      actions={
        <>
          <Button kind="key" size="large" busy={isBusy} onClick={() => void stay()}>
            <Trans>Stay for</Trans> <TokenAmount amountTokens={spy.price} unit={<Trans>/min</Trans>} />
          </Button>
          <Button kind="line" size="large" onClick={leave}>
            <Trans>Leave</Trans>
          </Button>
        </>
      }
    >
      <Cell label={<Trans>Free preview</Trans>}>
        <span className="display" role="timer" aria-label={t`Free preview`}>
          {formatClock(spy.preview)}
        </span>
      </Cell>
      <StripWords title={<Trans>You are spying for free</Trans>}>
        <Trans>It ends automatically. Staying is billed every ten seconds. Nobody sees you.</Trans>
      </StripWords>
    </Strip>
  );
}

/** The look into somebody else's private: clock, price, spent, leaving. */
export function SpyStrip(props: SlotProps<ShowsPart>) {
  const { t } = useLingui();
  const spy = useSpy(props);
  const leave = useLeave(props);
  useAutoLeave(props, spy, leave);
  if (spy.isPreview) return <PreviewStrip {...props} spy={spy} />;
  return (
    <Strip
      label={t`Spying`}
      tone="spy"
      actions={
        <Button size="large" onClick={leave}>
          <Trans>Leave spy</Trans>
        </Button>
      }
      foot={
        <p className="show-row text-ink-2">
          {spy.isFree ? (
            <Trans>Your fan club level lets you spy for free. Nobody sees you; you cannot write.</Trans>
          ) : (
            <Trans>
              Billed every ten seconds. Nobody sees you; you cannot write. It ends with the private.
            </Trans>
          )}
        </p>
      }
    >
      <Cell label={<Trans>Spying</Trans>}>
        <span className="display" role="timer" aria-label={t`Spying`}>
          {formatClock(spy.seconds)}
        </span>
      </Cell>
      <Cell label={<Trans>Per minute</Trans>}>
        {spy.isFree ? (
          <span className="display">
            <Trans>Free</Trans>
          </span>
        ) : (
          <TokenAmount className="display" amountTokens={spy.price} />
        )}
      </Cell>
      <Cell label={<Trans>Spent</Trans>}>
        <TokenAmount className="display" amountTokens={spy.charged} />
      </Cell>
    </Strip>
  );
}
