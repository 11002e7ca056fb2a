import { formatAmount, formatClock } from '@klieg/i18n';
import { Bar, Button, cssValue, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { codeOf } from '#app/shared/errors/explain-error.ts';
import { readMeter } from '../read-meter.ts';
import { LOW_SECONDS, tokensFor } from '../show-sums.ts';
import type { ShowsPart, ShowTold } from '../shows-part.ts';
import { tellRefusal } from '../tell-refusal.ts';
import { ExtendButton } from './extend-button.tsx';
import { LowTokens } from './low-tokens.tsx';
import { MeterFoot } from './meter-foot.tsx';
import { AskOnce, Cell, Strip } from './strip.tsx';
import { useLowTime } from './use-low-time.ts';
import { useRunning } from './use-running.ts';

/** How far the time is used, with the mark of the last minute. */
function TimeLeft({ seconds, ran, isLow }: { seconds: number | undefined; ran: number; isLow: boolean }) {
  const { t } = useLingui();
  if (seconds === undefined) return <span className="display">–:––</span>;
  const whole = Math.max(1, ran + seconds);
  return (
    <>
      <span className="display" role="timer" aria-label={t`Time left at this balance`}>
        {formatClock(seconds)}
      </span>
      <span className="show-left" style={cssValue(`${Math.min(100, (LOW_SECONDS / whole) * 100)}%`)}>
        <Bar thick warn={isLow} percent={(seconds / whole) * 100} label={t`Time left`} />
        {whole > LOW_SECONDS && <i aria-hidden="true" />}
      </span>
    </>
  );
}

/** Ends the private; its answer comes by the room's own event. */
function useEnd(username: string) {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      await lateApi.endPrivate({ params: { username }, body: {} });
    } catch (error) {
      setBusy(false);
      if (codeOf(error) !== 'shows.not_running') tellRefusal(error, i18n);
    }
  };
  return { isBusy, end };
}

/** The one confirmation before the end, with the refund. */
function AskEnd(props: {
  readonly seconds: number;
  readonly price: number;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
  readonly onCancel: () => void;
}) {
  const { i18n } = useLingui();
  const { seconds, price, isBusy, onEnd, onCancel } = props;
  const tokens = formatAmount(tokensFor(price, seconds), i18n.locale);
  return (
    <AskOnce
      question={<Trans>End the private chat?</Trans>}
      onCancel={onCancel}
      buttons={
        <>
          <Button kind="line" size="large" onClick={onCancel}>
            <Trans>Stay</Trans>
          </Button>
          <Button kind="danger" size="large" icon="stop-fill" busy={isBusy} onClick={onEnd}>
            <Trans>End private</Trans>
          </Button>
        </>
      }
    >
      {seconds > 0 ? (
        <Trans>
          <Plural value={seconds} one="# prepaid second is left" other="# prepaid seconds are left" />:{' '}
          {tokens} tokens are returned to you.
        </Trans>
      ) : (
        <Trans>Only time with video is charged.</Trans>
      )}
    </AskOnce>
  );
}

/** The payer's view of a private: clock, price, spent, time left, ending it. */
export function MeterStrip(props: SlotProps<ShowsPart> & { readonly show: ShowTold }) {
  const { part, room, show } = props;
  const { t } = useLingui();
  const current = useMember();
  const [isEnding, setEnding] = useState(false);
  const told = readMeter(show, part.tick, current?.tokens);
  const ran = useRunning(part.tick ?? show, told.isMetered);
  const left = told.remainingSeconds === undefined ? undefined : Math.max(0, told.remainingSeconds - ran);
  const prepaid = Math.max(0, told.prepaidSeconds - ran);
  const low = useLowTime({ show, seconds: told.remainingSeconds, price: told.price, tick: part.tick });
  const { isBusy, end } = useEnd(room.user.username);
  return (
    <Strip
      label={t`Private`}
      tone={low.isLow ? 'low' : 'private'}
      actions={
        <>
          <ExtendButton username={room.user.username} price={told.price} />
          <Button
            kind={low.isLow ? 'line' : 'danger'}
            size="large"
            icon="stop-fill"
            aria-expanded={isEnding}
            onClick={() => setEnding(true)}
          >
            <Trans>End private</Trans>
          </Button>
        </>
      }
      foot={
        <>
          {isEnding && (
            <AskEnd
              seconds={prepaid}
              price={told.price}
              isBusy={isBusy}
              onEnd={() => void end()}
              onCancel={() => setEnding(false)}
            />
          )}
          {low.isPrompted && <LowTokens seconds={left} price={told.price} onClose={low.close} />}
          <MeterFoot {...props} meter={told} />
        </>
      }
    >
      <Cell label={<Trans>Running</Trans>}>
        <span className="display" role="timer" aria-label={t`Running`}>
          {formatClock(told.durationSeconds + ran)}
        </span>
      </Cell>
      <Cell label={<Trans>Per minute</Trans>}>
        <TokenAmount className="display" amountTokens={told.price} />
      </Cell>
      <Cell label={<Trans>Spent</Trans>}>
        <TokenAmount className="display" amountTokens={told.chargedTokens} />
      </Cell>
      <Cell wide label={<Trans>Time left at this balance</Trans>}>
        <TimeLeft seconds={left} ran={told.durationSeconds + ran} isLow={low.isLow} />
      </Cell>
    </Strip>
  );
}
