import { formatAmount, formatClock } from '@klieg/i18n';
import { Button, showToast, TokenAmount } from '@klieg/ui';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { AskOnce } from '#app/features/shows/index.ts';
import { tellRefusal } from '../tell-refusal.ts';
import type { TicketPart, TicketShowTold } from '../ticket-state.ts';
import '../ticket-shows.css';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import { TicketForm } from './ticket-form.tsx';

type Press = 'start' | 'cancel' | 'end';

/** The presses of the performer; what follows from them comes by the room's socket. */
function useRunning() {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState<Press>();
  const run = async (press: Press) => {
    setBusy(press);
    try {
      if (press === 'start') await lateApi.startTicketShow({ body: {} });
      else if (press === 'cancel') {
        await lateApi.cancelTicketShow({ body: {} });
        showToast({ content: t`The show is canceled. Every ticket was refunded.`, appearance: 'success' });
      } else {
        const { sold, refunded } = await lateApi.endTicketShow({ body: {} });
        const kept = sold - refunded;
        const paid = formatAmount(kept, i18n.locale);
        const back = formatAmount(refunded, i18n.locale);
        const words = t`${plural(kept, { one: '# ticket is paid', other: `${paid} tickets are paid` })}, ${plural(refunded, { one: '# is refunded', other: `${back} are refunded` })}.`;
        showToast({ content: words, appearance: 'success' });
      }
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, run };
}

/** State of the show: when, for how much, how many. */
function Facts({ show }: { readonly show: TicketShowTold }) {
  const { i18n } = useLingui();
  const clock = formatClock(useSecondsLeft(show.startsAt));
  const needed = formatAmount(show.minSold, i18n.locale);
  return (
    <p>
      <b>
        <Plural value={show.sold} one="# ticket sold" other="# tickets sold" />
      </b>{' '}
      <Trans>
        for <TokenAmount amountTokens={show.price} />.
      </Trans>{' '}
      {!show.isRunning && show.startsAt !== null && <Trans>Starts in {clock}.</Trans>}{' '}
      {!show.isRunning && show.minSold > 0 && <Trans>{needed} are needed, or it is canceled then.</Trans>}
    </p>
  );
}

/** The announced or running show with its actions; ending and canceling ask once. */
function Now({ show }: { readonly show: TicketShowTold }) {
  const { busy, run } = useRunning();
  const [asked, setAsked] = useState<'cancel' | 'end'>();
  const close = () => setAsked(undefined);
  const confirm = (press: 'cancel' | 'end') => {
    close();
    void run(press);
  };
  if (asked)
    return (
      <AskOnce
        question={
          asked === 'end' ? <Trans>End the ticket show?</Trans> : <Trans>Cancel the ticket show?</Trans>
        }
        onCancel={close}
        buttons={
          <>
            <Button kind="line" onClick={close}>
              <Trans>Keep it</Trans>
            </Button>
            <Button kind="danger" onClick={() => confirm(asked)}>
              {asked === 'end' ? <Trans>End it now</Trans> : <Trans>Cancel it now</Trans>}
            </Button>
          </>
        }
      >
        {asked === 'end' ? (
          <Trans>Tickets are paid, except for those who came late. The room is public again.</Trans>
        ) : (
          <Trans>Every ticket is refunded at once.</Trans>
        )}
      </AskOnce>
    );
  return (
    <div className="grid gap-3">
      <Facts show={show} />
      {show.message && <p className="text-ink-2">{show.message}</p>}
      <div className="flex flex-wrap gap-2">
        {show.isRunning ? (
          <Button busy={busy === 'end'} onClick={() => setAsked('end')}>
            <Trans>End the show</Trans>
          </Button>
        ) : (
          <>
            <Button kind="key" busy={busy === 'start'} onClick={() => void run('start')}>
              <Trans>Start the show</Trans>
            </Button>
            <Button busy={busy === 'cancel'} onClick={() => setAsked('cancel')}>
              <Trans>Cancel the show</Trans>
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** The studio's module of ticket shows: the form, the show that is announced, the one that runs. */
export default function TicketStudio({ part: { show }, now }: SlotProps<TicketPart>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="module" aria-labelledby="ticket-studio-label">
      <div className="module-head">
        <span className="label grow" id="ticket-studio-label">
          <Trans>Ticket show</Trans>
        </span>
        {!show && !isOpen && !now.hasGroup && (
          <Button size="small" icon="ticket" onClick={() => setOpen(true)}>
            <Trans>Announce a show</Trans>
          </Button>
        )}
      </div>
      {show ? (
        <Now show={show} />
      ) : isOpen ? (
        <TicketForm onClose={() => setOpen(false)} />
      ) : (
        <p className="text-ink-2">
          <Trans>A show that only ticket holders see.</Trans>
        </p>
      )}
    </section>
  );
}
