import { formatAmount, formatClock } from '@klieg/i18n';
import { Bar, Button, buttonClass, IconButton, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { Cell, Strip, StripWords } from '../shows/index.ts';
import { buyRecording, buyTicket } from './buy-ticket.ts';
import { tellRefusal } from './tell-refusal.ts';
import type { TicketPart, TicketResult, TicketShowTold } from './ticket-state.ts';
import './ticket-shows.css';

type Props = SlotProps<TicketPart>;

/** The one press that buys the ticket or the recording, and what a refusal means for the display. */
function useBuying({ room, me, tools }: Props, show: TicketShowTold) {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const { username } = room.user;
  const buy = async (wants: 'ticket' | 'recording') => {
    if (me.kind !== 'member') return openModal('signup', { reason: 'ticket' });
    if (isBusy) return;
    setBusy(true);
    try {
      const payload = await (wants === 'ticket'
        ? buyTicket(username, show.price)
        : buyRecording(username, show.recordingPrice));
      tools.dispatch({ name: 'page.ticket-show', payload });
    } catch (error) {
      tellRefusal(error, i18n);
      // A refusal may mean that the state has changed.
      const answer = await lateApi.getTicketShow({ params: { username } }).catch(() => undefined);
      if (answer) tools.dispatch({ name: 'page.ticket-show', payload: answer.limitedShow });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, buy };
}

/** When it begins, where that is known. */
function Starts({ show }: { readonly show: TicketShowTold }) {
  const seconds = useSecondsLeft(show.startsAt);
  if (show.isRunning)
    return (
      <Cell label={<Trans>Ticket show</Trans>}>
        <b className="display">
          <Trans>On now</Trans>
        </b>
      </Cell>
    );
  if (show.startsAt === null)
    return (
      <Cell label={<Trans>Ticket show</Trans>}>
        <b className="display">
          <Trans>Soon</Trans>
        </b>
      </Cell>
    );
  return (
    <Cell label={<Trans>Starts in</Trans>}>
      <b className="display">{formatClock(seconds)}</b>
    </Cell>
  );
}

/** How many are sold, and whether that is enough. */
function Sold({ show: { sold, minSold, isRunning } }: { readonly show: TicketShowTold }) {
  const { i18n, t } = useLingui();
  if (minSold === 0 || isRunning)
    return (
      <Cell label={<Trans>Sold</Trans>}>
        <span className="display">{formatAmount(sold, i18n.locale)}</span>
      </Cell>
    );
  const [has, needs] = [formatAmount(sold, i18n.locale), formatAmount(minSold, i18n.locale)];
  return (
    <Cell
      wide
      label={
        sold >= minSold ? (
          <Trans>
            {has} of {needs} needed: it will take place
          </Trans>
        ) : (
          <Trans>
            {has} of {needs} needed
          </Trans>
        )
      }
    >
      <span className="ticket-needed">
        <Bar thick percent={(sold / minSold) * 100} label={t`Tickets sold`} />
      </span>
    </Cell>
  );
}

/** The refund in one sentence. */
const RefundWords = ({ refundMinutes }: { readonly refundMinutes: number }) => (
  <>
    {refundMinutes > 0 && (
      <Plural
        value={refundMinutes}
        one="Those who join in the last minute are refunded."
        other="Those who join in the last # minutes are refunded."
      />
    )}{' '}
    <Trans>If it does not take place, every ticket is refunded at once.</Trans>
  </>
);

/** The show that is announced or runs: when, how much, how many, and the ticket. */
function Open({ show, ...props }: Props & { readonly show: TicketShowTold }) {
  const { t } = useLingui();
  const { hasTicket, hasRecording } = props.part;
  const { isBusy, buy } = useBuying(props, show);
  return (
    <Strip
      label={t`Ticket show`}
      tone="ticket"
      actions={
        hasTicket ? (
          <>
            <span className="ticket-held">
              {hasRecording ? (
                <Trans>You have a ticket and the recording</Trans>
              ) : (
                <Trans>You have a ticket</Trans>
              )}
            </span>
            {show.isRunning && show.recordingPrice > 0 && !hasRecording && (
              <Button kind="line" size="large" busy={isBusy} onClick={() => void buy('recording')}>
                <Trans>
                  Buy the recording <TokenAmount amountTokens={show.recordingPrice} />
                </Trans>
              </Button>
            )}
          </>
        ) : (
          <Button kind="key" size="large" busy={isBusy} onClick={() => void buy('ticket')}>
            <Trans>
              Buy ticket <TokenAmount amountTokens={show.price} />
            </Trans>
          </Button>
        )
      }
      foot={
        <p className="show-row small">
          {show.message && <b>{show.message}</b>}
          <span>
            {hasTicket ? (
              <Trans>Your ticket is held and paid when the show is over.</Trans>
            ) : (
              <Trans>The price is held, and paid when the show is over.</Trans>
            )}{' '}
            <RefundWords refundMinutes={show.refundMinutes} />
            {show.recordingPrice > 0 && !hasRecording && (
              <>
                {' '}
                <Trans>
                  A recording is offered during the show, for{' '}
                  <TokenAmount amountTokens={show.recordingPrice} />.
                </Trans>
              </>
            )}
          </span>
        </p>
      }
    >
      <Starts show={show} />
      <Cell label={<Trans>Price</Trans>}>
        <span className="display">
          <TokenAmount amountTokens={show.price} />
        </span>
      </Cell>
      <Sold show={show} />
    </Strip>
  );
}

/** What happened to the own ticket, the money first; shown until read. */
function Result({ result, tools }: Props & { readonly result: TicketResult }) {
  const { t, i18n } = useLingui();
  const back = formatAmount(result.refunded_tokens, i18n.locale);
  const clock = formatClock(result.seconds_watched);
  return (
    <Strip
      label={t`Result of your ticket`}
      tone="plain"
      actions={
        <>
          {result.recording === 'ready' && (
            <Link className={buttonClass({ kind: 'text', size: 'large' })} to="/account/shows">
              <Trans>Your shows</Trans>
            </Link>
          )}
          <IconButton
            icon="x"
            label={t`Close`}
            onClick={() => tools.dispatch({ name: 'page.ticket-result-read', payload: {} })}
          />
        </>
      }
    >
      {result.recording === 'ready' ? (
        <StripWords title={<Trans>Your recording is ready</Trans>}>
          <Trans>It is paid, and listed in your shows.</Trans>
        </StripWords>
      ) : result.recording === 'failed' ? (
        <StripWords title={<Trans>There is no recording</Trans>}>
          <Trans>{back} tokens are back in your balance.</Trans>
        </StripWords>
      ) : result.ticket === 'paid' ? (
        <StripWords title={<Trans>The ticket show has ended</Trans>}>
          <Trans>Your ticket is paid. You watched {clock}.</Trans>
        </StripWords>
      ) : (
        <StripWords title={<Trans>Your ticket was refunded</Trans>}>
          <Trans>{back} tokens are back in your balance.</Trans>
        </StripWords>
      )}
    </Strip>
  );
}

/** The ticket show of the room, below the picture. */
export default function TicketStrip(props: Props) {
  const { show, result } = props.part;
  if (show) return <Open {...props} show={show} />;
  return result && <Result {...props} result={result} />;
}
