import type { ReportAction, ReportWhole } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Field, Notice, Select, Tag, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { useMember } from '../../shared/me/me-store.ts';
import { useDeskSave } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';
import { ACTION_WORDS, KIND_WORDS, REASON_WORDS, SNAPSHOT_WORDS, STATE_WORDS } from './case-words.ts';
import { CaseSubject, type CaseSubjectProps } from './case-subject.tsx';
import { EvidenceStrip } from './evidence-strip.tsx';
import { NOTE_MAX, NOTE_MIN } from './note-length.ts';
import { timeLeft } from '../../shared/time-left.ts';

const HARSH: readonly ReportAction[] = ['suspend', 'ban', 'remove'];
const TIMED: readonly ReportAction[] = ['suspend', 'ban', 'silence'];
const MINUTES = ['60', '1440', '10080', '43200', ''] as const;

interface CaseProps {
  readonly whole: ReportWhole;
  readonly onChanged: (whole: ReportWhole) => void;
  /** The case is not what the page shows: somebody else was faster. */
  readonly onRefused: () => void;
}

interface Wish {
  readonly state: ReportWhole['state'];
  readonly action: ReportAction;
}

/** A case that somebody else has taken; it is free again when nothing was done in it for a while. */
function OfAnother(props: {
  readonly whole: ReportWhole;
  readonly now: number;
  readonly isBusy: boolean;
  readonly failure: ReactNode;
  readonly locked: ReactNode;
  readonly onTake: () => void;
}) {
  const { whole, failure } = props;
  const isLeft = whole.taken_until !== null && props.now >= Date.parse(whole.taken_until);
  return (
    <div className="grid gap-3">
      {props.locked}
      <Notice tone="info" title={<Trans>{whole.assignee} is looking into it</Trans>}>
        {isLeft ? (
          <Trans>Idle for half an hour: you can take it over.</Trans>
        ) : (
          <Trans>Someone else can decide it once it is released, or idle for half an hour.</Trans>
        )}
      </Notice>
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      {isLeft && (
        <Button kind="key" busy={props.isBusy} onClick={props.onTake}>
          <Trans>Take it over</Trans>
        </Button>
      )}
    </div>
  );
}

/** Actions on the case; every step needs a note. */
function Decide({ whole, onChanged, onRefused, now }: CaseProps & { readonly now: number }) {
  const { t } = useLingui();
  const own = useMember()?.user.username;
  const [note, setNote] = useState('');
  const [minutes, setMinutes] = useState<string>(MINUTES[1]);
  const [wish, setWish] = useState<Wish>();
  // Sent now, and again once the password was given.
  const pressed = useRef<Wish>(undefined);
  const isShort = note.trim().length < NOTE_MIN;
  const send = async ({ state, action }: Wish) => {
    const timed = TIMED.includes(action) && minutes !== '' ? { minutes: Number(minutes) } : {};
    const body = { state, action, note: note.trim() || t`Taken`, ...timed };
    const answer = await deskApi.decideReport({ params: { id: whole.id }, body }).catch((error: unknown) => {
      onRefused();
      throw error;
    });
    onChanged(answer.report);
  };
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    if (pressed.current) await send(pressed.current);
  });
  const press = (state: ReportWhole['state'], action: ReportAction) => () => {
    pressed.current = { state, action };
    setWish({ state, action });
    void save();
  };
  const lengths: Readonly<Record<string, string>> = {
    '60': t`an hour`,
    '1440': t`a day`,
    '10080': t`a week`,
    '43200': t`30 days`,
    '': t`until it is lifted`,
  };
  if (whole.assignee !== null && whole.assignee !== own)
    return (
      <OfAnother
        whole={whole}
        now={now}
        isBusy={isBusy}
        failure={failure}
        locked={locked}
        onTake={press('in_review', 'none')}
      />
    );
  return (
    <div className="grid gap-3">
      {locked}
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      {whole.assignee === null && (
        <Button kind="key" busy={isBusy && wish?.state === 'in_review'} onClick={press('in_review', 'none')}>
          <Trans>Look into it</Trans>
        </Button>
      )}
      {whole.assignee !== null && (
        <>
          <Field
            label={<Trans>Reason, goes to the audit log</Trans>}
            hint={<Trans>With a warning or a suspension, the person sees it too.</Trans>}
          >
            <TextArea
              rows={3}
              value={note}
              maxLength={NOTE_MAX}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
          {whole.actions.some((action) => TIMED.includes(action)) && (
            <Field label={<Trans>For how long</Trans>}>
              <Select value={minutes} onChange={(event) => setMinutes(event.target.value)}>
                {MINUTES.map((one) => (
                  <option key={one} value={one}>
                    {lengths[one]}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <div className="mod-actions">
            {whole.actions.map((action) => (
              <Button
                key={action}
                kind={HARSH.includes(action) ? 'danger' : 'line'}
                busy={isBusy && wish?.action === action && wish.state !== 'open'}
                disabled={isShort || isBusy}
                onClick={press(action === 'none' ? 'dismissed' : 'actioned', action)}
              >
                {t(ACTION_WORDS[action][0])}
              </Button>
            ))}
          </div>
          <Button kind="text" disabled={isShort || isBusy} onClick={press('open', 'none')}>
            <Trans>Release it</Trans>
          </Button>
        </>
      )}
    </div>
  );
}

/** One case: what was reported and by whom, what was done, and what can be done now. */
export function CasePanel({
  whole,
  onChanged,
  onRefused,
  now,
  onRoom,
}: CaseProps & { readonly now: number } & Pick<CaseSubjectProps, 'onRoom'>) {
  const { t, i18n } = useLingui();
  const isOpen = whole.state === 'open' || whole.state === 'in_review';
  const left = timeLeft(Date.parse(whole.created_at), Date.parse(whole.due_at), now);
  const when = (at: string) => formatDayTime(at, i18n.locale);
  const snapshot = Object.entries(whole.snapshot).flatMap(([key, value]) => {
    const word = SNAPSHOT_WORDS[key];
    return word && typeof value === 'string' && value !== '' && value !== whole.subject
      ? [{ label: t(word), value }]
      : [];
  });
  const facts = [
    { label: t`Reported`, value: `${when(whole.created_at)} · ${whole.reports}×` },
    { label: t`Due`, value: when(whole.due_at) },
    ...snapshot,
  ];
  return (
    <section className="mod-panel" aria-label={t(REASON_WORDS[whole.reason])}>
      <div className="flex items-center gap-2">
        <Tag tone={whole.is_urgent ? 'bad' : 'neutral'}>
          {whole.is_urgent ? <Trans>High</Trans> : t(STATE_WORDS[whole.state])}
        </Tag>
        <span className="small grow text-ink-2">{t(KIND_WORDS[whole.kind])}</span>
        {isOpen && (
          <span className="mod-clock" data-tone={left.tone}>
            {left.text}
          </span>
        )}
      </div>
      <h2>{t(REASON_WORDS[whole.reason])}</h2>
      <EvidenceStrip key={`evidence ${whole.id}`} evidence={whole.evidence} told={whole.told} />
      <CaseSubject whole={whole} onRoom={onRoom} />
      <dl className="mod-facts">
        {facts.map(({ label, value }, place) => (
          <div key={place}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isOpen && (
        <Decide key={whole.id} whole={whole} onChanged={onChanged} onRefused={onRefused} now={now} />
      )}
      {whole.history.length > 0 && (
        <>
          <h3 className="mod-head">
            <Trans>What was done</Trans>
          </h3>
          <ol className="grid gap-2">
            {whole.history.map(({ at, by, state, action, note }) => (
              <li key={at} className="small">
                <b>{by}</b> · {action === 'none' ? t(STATE_WORDS[state]) : t(ACTION_WORDS[action][1])} ·{' '}
                <time dateTime={at}>{when(at)}</time>
                <span className="block text-ink-2">{note}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      {whole.prior.length > 0 && (
        <>
          <h3 className="mod-head">
            <Trans>Cases before</Trans>
          </h3>
          <ul className="grid gap-1">
            {whole.prior.map(({ at, reason, action }) => (
              <li key={at} className="small">
                <time dateTime={at}>{when(at)}</time> · {t(REASON_WORDS[reason])} ·{' '}
                {t(ACTION_WORDS[action][1])}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="small text-ink-2">
        <Trans>Every action is signed with your name; a suspension can be appealed.</Trans>
      </p>
    </section>
  );
}
