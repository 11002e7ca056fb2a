import { TICKET_MESSAGE_MAX, TICKET_SHOW_APP } from '@klieg/contract/features/ticket-shows/limits';
import { Button, Field, Input, Select, TokenGlyph } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useSubmitType } from '#app/shared/forms/use-submit-type.ts';
import { tellRefusal } from '../tell-refusal.ts';
import {
  configOf,
  faultsOf,
  newTicketDraft,
  REFUND_MINUTES,
  STARTS_IN_MINUTES,
  type TicketDraft,
  type TicketField,
} from './ticket-draft.ts';

const none: ReadonlySet<TicketField> = new Set();

/** The input of a show, and the press that announces it. */
function useAnnouncing(onDone: () => void) {
  const { i18n } = useLingui();
  const [draft, setDraft] = useState<TicketDraft>(newTicketDraft);
  const [faults, setFaults] = useState(none);
  const [isBusy, setBusy] = useState(false);
  const announce = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(draft);
    setFaults(found);
    if (found.size > 0 || isBusy) return;
    setBusy(true);
    try {
      await lateApi.installApp({ body: { type: TICKET_SHOW_APP, config: configOf(draft, Date.now()) } });
      onDone();
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(false);
    }
  };
  const change = (next: Partial<TicketDraft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    if (faults.size > 0) setFaults(faultsOf(changed));
  };
  return { draft, faults, isBusy, announce, change };
}

interface PartProps {
  readonly draft: TicketDraft;
  readonly faults: ReadonlySet<TicketField>;
  readonly change: (next: Partial<TicketDraft>) => void;
}

const tokenGlyph = (
  <span className="tokens">
    <TokenGlyph />
  </span>
);

/** What the ticket and the recording cost. */
function Prices({ draft, faults, change }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <Field
        label={t`Ticket price`}
        error={faults.has('ticket_price') && <Trans>A whole number from 50 to 5,000.</Trans>}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          prefix={tokenGlyph}
          value={draft.price}
          onChange={(event) => change({ price: event.target.value })}
        />
      </Field>
      <Field
        label={t`Recording price`}
        hint={t`Offered during the show. 0: it is not recorded.`}
        error={faults.has('recording_price') && <Trans>A whole number from 0 to 5,000.</Trans>}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          prefix={tokenGlyph}
          value={draft.recordingPrice}
          onChange={(event) => change({ recordingPrice: event.target.value })}
        />
      </Field>
    </>
  );
}

/** Its start, who gets the ticket back, and how many must be sold. */
function Terms({ draft, faults, change }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <Field label={t`Starts`}>
        <Select
          value={draft.startsInMinutes}
          onChange={(event) => change({ startsInMinutes: Number(event.target.value) })}
        >
          {STARTS_IN_MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === 0 ? t`When I start it` : t`In ${minutes} min`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t`Ticket refund`} hint={t`For those who join in the last minutes.`}>
        <Select
          value={draft.refundMinutes}
          onChange={(event) => change({ refundMinutes: Number(event.target.value) })}
        >
          {REFUND_MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === 0 ? t`Never` : t`Last ${minutes} min`}
            </option>
          ))}
        </Select>
      </Field>
      {draft.startsInMinutes > 0 && (
        <Field
          label={t`Tickets needed`}
          hint={t`With fewer, it is canceled at its time. 0: it takes place.`}
          error={faults.has('min_sold') && <Trans>A whole number from 0 to 1,000.</Trans>}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.minSold}
            onChange={(event) => change({ minSold: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}

/** Announces a ticket show: price, words, time, refund and how many must be sold. */
export function TicketForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const { isBusy, announce, ...part } = useAnnouncing(onClose);
  const { draft, change } = part;
  return (
    <form method="post" className="ticket-form" onSubmit={(event) => void announce(event)}>
      <Prices {...part} />
      <Terms {...part} />
      <div className="wide">
        <Field label={t`What it is`}>
          <Input
            autoComplete="off"
            maxLength={TICKET_MESSAGE_MAX}
            value={draft.message}
            onChange={(event) => change({ message: event.target.value })}
          />
        </Field>
      </div>
      <p className="wide small text-ink-2">
        <Trans>
          Prices are held until the show is over; a show of less than five minutes costs nobody anything.
          While it is announced, nobody can ask for a private.
        </Trans>{' '}
        {draft.refundMinutes > 0 && (
          <Plural
            value={draft.refundMinutes}
            one="Those who join in the last minute pay nothing."
            other="Those who join in the last # minutes pay nothing."
          />
        )}
      </p>
      <div className="show-actions wide">
        <Button kind="line" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="key" type={submitType} busy={isBusy}>
          <Trans>Announce it</Trans>
        </Button>
      </div>
    </form>
  );
}
