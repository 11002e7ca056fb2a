import { formatAmount, formatClock } from '@klieg/i18n';
import { Button, Icon, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { codeOf } from '#app/shared/errors/explain-error.ts';
import { NoteLine } from '#app/features/people/index.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { readMeter } from '../read-meter.ts';
import { tokensFor } from '../show-sums.ts';
import type { ShowsPart, ShowTold } from '../shows-part.ts';
import { AskOnce, Cell, Strip } from '../strip/strip.tsx';
import { useRunning } from '../strip/use-running.ts';
import { tellRefusal } from '../tell-refusal.ts';

type Question = 'end' | 'panic';

/** Ends the show; in an emergency the viewer is also removed and reported, whichever of these fails. */
function useEnding(room: string, viewer: string | undefined) {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const params = { username: room };
  const end = async () => {
    setBusy(true);
    try {
      await lateApi.endPrivate({ params, body: {} });
    } catch (error) {
      if (codeOf(error) !== 'shows.not_running') tellRefusal(error, i18n);
    } finally {
      setBusy(false);
    }
  };
  const panic = async () => {
    await end();
    if (viewer === undefined) return;
    await api
      .moderate({ params, body: { username: viewer, action: 'ban' } })
      .catch((error: unknown) => tellRefusal(error, i18n));
    await lateApi
      .createReport({ body: { kind: 'profile', target: viewer, reason: 'other', text: 'In a private show' } })
      .catch((error: unknown) => tellRefusal(error, i18n));
  };
  return { isBusy, end, panic };
}

function AskEnding(props: {
  readonly question: Question;
  readonly viewer: string | undefined;
  readonly seconds: number;
  readonly price: number;
  readonly isBusy: boolean;
  readonly onYes: () => void;
  readonly onCancel: () => void;
}) {
  const { i18n, t } = useLingui();
  const { question, seconds, price, isBusy, onYes, onCancel } = props;
  const username = props.viewer ?? t`the viewer`;
  const n = formatAmount(seconds, i18n.locale);
  const returned = tokensFor(price, seconds);
  const tokens = formatAmount(returned, i18n.locale);
  const isPanic = question === 'panic';
  return (
    <AskOnce
      question={
        isPanic ? (
          <Trans>End the show, ban and report {username}?</Trans>
        ) : (
          <Trans>End the private chat?</Trans>
        )
      }
      onCancel={onCancel}
      buttons={
        <>
          <Button kind="line" size="large" onClick={onCancel}>
            <Trans>Stay</Trans>
          </Button>
          <Button kind="danger" size="large" busy={isBusy} onClick={onYes}>
            {isPanic ? <Trans>End, ban and report</Trans> : <Trans>End private</Trans>}
          </Button>
        </>
      }
    >
      {seconds > 0 && (
        <>
          <Plural
            value={seconds}
            one="There is # prepaid second left."
            other={`There are ${n} prepaid seconds left.`}
          />{' '}
          <Plural
            value={returned}
            one={`# token will be returned to ${username}.`}
            other={`${tokens} tokens will be returned to ${username}.`}
          />
        </>
      )}{' '}
      {isPanic && <Trans>The viewer cannot come back into your room; a moderator reviews the report.</Trans>}
    </AskOnce>
  );
}

/** The performer's private: duration, earnings, spies, and how to end it. */
export function ShowMeter({ part, room, show }: SlotProps<ShowsPart> & { readonly show: ShowTold }) {
  const { t } = useLingui();
  const [question, setQuestion] = useState<Question>();
  const meter = readMeter(show, part.tick);
  const ran = useRunning(part.tick ?? show, meter.isMetered);
  const viewer = show.username ?? undefined;
  const { isBusy, end, panic } = useEnding(room.user.username, viewer);
  const { price, durationSeconds, prepaidSeconds, earnedTokens, spies, isMetered } = meter;
  return (
    <Strip
      label={t`Private`}
      tone="private"
      actions={
        <>
          <Button size="large" icon="hand-palm-fill" onClick={() => setQuestion('panic')}>
            <Trans>End and report</Trans>
          </Button>
          <Button kind="danger" size="large" icon="stop-fill" onClick={() => setQuestion('end')}>
            <Trans>End private</Trans>
          </Button>
        </>
      }
      foot={
        <>
          {question && (
            <AskEnding
              question={question}
              viewer={viewer}
              seconds={Math.max(0, prepaidSeconds - ran)}
              price={price}
              isBusy={isBusy}
              onYes={() => void (question === 'panic' ? panic() : end())}
              onCancel={() => setQuestion(undefined)}
            />
          )}
          {viewer && (
            <div className="show-row">
              <NoteLine username={viewer} />
            </div>
          )}
          {!isMetered && (
            <output className="show-row show-stands">
              <Icon name="pause-fill" size={14} />
              <Trans>
                The clock is stopped: your video does not reach the viewer. Nothing is earned meanwhile.
              </Trans>
            </output>
          )}
        </>
      }
    >
      <Cell label={viewer ? <Trans>With {viewer}</Trans> : <Trans>Running</Trans>}>
        <span className="display" role="timer" aria-label={t`Running`}>
          {formatClock(durationSeconds + ran)}
        </span>
      </Cell>
      <Cell label={<Trans>Earned</Trans>}>
        <TokenAmount className="display" amountTokens={earnedTokens ?? 0} />
      </Cell>
      <Cell label={show.type === 'exclusive' ? <Trans>Exclusive</Trans> : <Trans>Per minute</Trans>}>
        <TokenAmount className="display" amountTokens={price} />
      </Cell>
      {show.type !== 'exclusive' && (
        <Cell label={<Plural value={spies ?? 0} one="Spy" other="Spies" />}>
          <span className="display">{spies ?? 0}</span>
        </Cell>
      )}
    </Strip>
  );
}
