import type { DeskComplaintWhole } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { FactList, Notice, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { timeLeft } from '../moderation/index.ts';
import { ComplaintItems } from './complaint-items.tsx';
import { DEED_WORDS, KIND_WORDS, PARTY_WORDS, RELATION_WORDS, STATE_WORDS } from './complaint-words.ts';
import { DecideComplaint, type DecideComplaintProps } from './decide-complaint.tsx';

interface PartProps {
  readonly whole: DeskComplaintWhole;
}

/** What the person concerned says against a removal for copyright. */
function Counter({ whole: { counter } }: PartProps) {
  const { i18n } = useLingui();
  if (!counter) return null;
  const { restore_at: restoreAt } = counter;
  return (
    <>
      <h3 className="mod-head">
        <Trans>Counter-notice</Trans>
      </h3>
      {counter.state === 'accepted' && restoreAt !== null && (
        <Notice tone="info" title={<Trans>Shown again on {formatDayTime(restoreAt, i18n.locale)}</Trans>}>
          <Trans>Unless the complainant goes to court before then. Reject it if they have.</Trans>
        </Notice>
      )}
      <FactList
        facts={[
          { label: <Trans>By</Trans>, value: <a href={`/${counter.by}`}>{counter.by}</a> },
          { label: <Trans>Signed</Trans>, value: counter.signature },
          { label: <Trans>Address</Trans>, value: counter.address },
          { label: <Trans>In their words</Trans>, value: counter.statement },
        ]}
      />
    </>
  );
}

function History({ whole: { history } }: PartProps) {
  const { t, i18n } = useLingui();
  if (history.length === 0) return null;
  return (
    <>
      <h3 className="mod-head">
        <Trans>What was done</Trans>
      </h3>
      <ol className="grid gap-2">
        {history.map(({ at, party, by, action, note }) => {
          const word = DEED_WORDS[action];
          return (
            <li key={`${at} ${action}`} className="small">
              <b>{by ?? t(PARTY_WORDS[party])}</b> · {word ? t(word) : action} ·{' '}
              <time dateTime={at}>{formatDayTime(at, i18n.locale)}</time>
              {note !== '' && <span className="block whitespace-pre-wrap text-ink-2">{note}</span>}
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** One complaint: its text, its subject, and what can be done now. */
export function ComplaintPanel({ whole, onChanged, now }: DecideComplaintProps & { readonly now: number }) {
  const { t, i18n } = useLingui();
  const isWaiting = whole.state === 'open' || whole.state === 'in_review';
  const left = timeLeft(Date.parse(whole.created_at), Date.parse(whole.due_at), now);
  const kind = t(KIND_WORDS[whole.kind]);
  return (
    <section className="mod-panel mod-complaint" aria-label={kind}>
      <div className="flex items-center gap-2">
        <Tag tone={whole.overdue ? 'bad' : 'neutral'}>
          {whole.overdue ? <Trans>Overdue</Trans> : t(STATE_WORDS[whole.state])}
        </Tag>
        {whole.legal_hold && (
          <Tag>
            <Trans>Legal hold</Trans>
          </Tag>
        )}
        <span className="small grow text-ink-2">
          <Trans>Number {whole.number}</Trans>
        </span>
        {isWaiting && (
          <span className="mod-clock" data-tone={whole.waits_for_answer ? 'calm' : left.tone}>
            {whole.waits_for_answer ? t`paused` : left.text}
          </span>
        )}
      </div>
      <h2>{kind}</h2>
      <FactList
        facts={[
          { label: <Trans>Due</Trans>, value: formatDayTime(whole.due_at, i18n.locale) },
          { label: <Trans>Complaining</Trans>, value: t(RELATION_WORDS[whole.relation]) },
          { label: <Trans>Name</Trans>, value: whole.name },
          { label: <Trans>Email</Trans>, value: whole.email },
          ...(whole.phone === null ? [] : [{ label: <Trans>Phone</Trans>, value: whole.phone }]),
          { label: <Trans>Signed</Trans>, value: whole.signature },
        ]}
      />
      <p className="whitespace-pre-wrap">{whole.statement}</p>
      <ul className="grid gap-1">
        {whole.urls.map((url) => (
          <li key={url} className="small break-all text-ink-2">
            {url}
          </li>
        ))}
      </ul>
      <ComplaintItems items={whole.items} />
      <Counter whole={whole} />
      <DecideComplaint key={whole.revision} whole={whole} onChanged={onChanged} />
      <History whole={whole} />
      <p className="small text-ink-2">
        <Trans>Every step is signed with your name; a decision can be appealed by either side.</Trans>
      </p>
    </section>
  );
}
