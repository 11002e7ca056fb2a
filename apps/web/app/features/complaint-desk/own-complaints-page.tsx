import type { OwnComplaint } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Empty, ErrorBox, FactList, Notice, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { SayForm } from '../../shared/forms/say-form.tsx';
import { useLoaded } from '../../shared/use-loaded.ts';
import { ITEM_STATE_WORDS, ITEM_WORDS, KIND_WORDS } from './complaint-words.ts';
import { CounterForm } from './counter-form.tsx';
import './complaint-desk.css';

interface OneProps {
  readonly one: OwnComplaint;
  readonly onChanged: () => void;
}

/** State of a counter-notice. */
function CounterState({ counter }: { readonly counter: NonNullable<OwnComplaint['counter']> }) {
  const { i18n } = useLingui();
  if (counter.state === 'open')
    return <Notice tone="info" title={<Trans>Your counter-notice is being reviewed</Trans>} />;
  if (counter.state === 'rejected')
    return <Notice tone="bad" title={<Trans>Your counter-notice was not accepted</Trans>} />;
  if (counter.state === 'accepted' && counter.restore_at !== null)
    return (
      <Notice tone="ok" title={<Trans>Your counter-notice was accepted</Trans>}>
        <Trans>
          It is shown again on {formatDayTime(counter.restore_at, i18n.locale)}, unless the complainant goes
          to court.
        </Trans>
      </Notice>
    );
  return null;
}

/** Objections to a removal: one form at a time. */
function Say({ one, onChanged }: OneProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'counter' | 'appeal'>();
  if (open === 'counter') return <CounterForm id={one.id} onSent={onChanged} />;
  if (open === 'appeal')
    return (
      <SayForm
        label={<Trans>Why the decision is wrong</Trans>}
        hint={<Trans>Someone who did not make the decision reads it.</Trans>}
        action={<Trans>Send the appeal</Trans>}
        lengths={{ min: 20, max: 2_000 }}
        tooShort={t`Please explain in a few sentences.`}
        send={async (text) => {
          await lateApi.sendAppeal({ body: { about: 'content', ref_id: one.id, text } });
          onChanged();
        }}
      />
    );
  return (
    <div className="flex flex-wrap gap-2">
      {one.can_counter && (
        <Button kind="line" onClick={() => setOpen('counter')}>
          <Trans>Send a counter-notice</Trans>
        </Button>
      )}
      {one.can_appeal && (
        <Button kind="line" onClick={() => setOpen('appeal')}>
          <Trans>Appeal</Trans>
        </Button>
      )}
    </div>
  );
}

function One({ one, onChanged }: OneProps) {
  const { t, i18n } = useLingui();
  return (
    <li className="own-complaint">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="grow">{t(KIND_WORDS[one.kind])}</h2>
        <span className="small text-ink-2">
          <Trans>Complaint {one.number}</Trans>
        </span>
      </div>
      <ul className="flex flex-wrap gap-2">
        {one.items.map(({ kind, state }, at) => (
          <li key={`${kind} ${at}`}>
            <Tag tone={state === 'removed' || state === 'quarantined' ? 'bad' : 'neutral'}>
              {t(ITEM_WORDS[kind])}: {t(ITEM_STATE_WORDS[state])}
            </Tag>
          </li>
        ))}
      </ul>
      {one.state === 'appealed' && <Notice tone="info" title={<Trans>It is being reviewed again</Trans>} />}
      {one.counter && <CounterState counter={one.counter} />}
      {one.decided_at !== null && (
        <FactList
          facts={[
            { label: <Trans>Decided</Trans>, value: formatDayTime(one.decided_at, i18n.locale) },
            ...(one.reasons === null ? [] : [{ label: <Trans>Reason</Trans>, value: one.reasons }]),
          ]}
        />
      )}
      <Say key={`${one.state} ${one.can_counter}`} one={one} onChanged={onChanged} />
    </li>
  );
}

/** `/account/complaints`: complaints about one's own things, and objections to decisions. */
export function OwnComplaintsPage({ above }: { readonly above?: ReactNode }) {
  const { state, reload } = useLoaded('own complaints', (signal) => lateApi.listOwnComplaints({ signal }));
  return (
    <main id="main" className="own-complaints">
      <h1>
        <Trans>Complaints about you</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>Complaints about your content, and what was decided. You are never told who complained.</Trans>
      </p>
      {above}
      {state.kind === 'loading' && <output className="skeleton block h-60" aria-busy="true" />}
      {state.kind === 'failed' && <ErrorBox title={<Trans>This did not load</Trans>} onRetry={reload} />}
      {state.kind === 'ready' &&
        (state.value.items.length === 0 ? (
          <Empty title={<Trans>No complaints</Trans>}>
            <Trans>None of your content is hidden because of a complaint.</Trans>
          </Empty>
        ) : (
          <ul>
            {state.value.items.map((one) => (
              <One key={one.id} one={one} onChanged={reload} />
            ))}
          </ul>
        ))}
    </main>
  );
}
