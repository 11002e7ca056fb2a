import type { Trace } from '@klieg/contract';
import { formatAmount, formatDay, formatSignedAmount, formatTimeOfDay } from '@klieg/i18n';
import { buttonClass, ErrorBox, FactList, IconButton, showToast, HeadCell } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { ACCOUNT_WORDS, wordOf } from './ledger-words.ts';
import './account.css';

/** Accounts of the platform itself have no entry number of their own. */
const keyOf = (posting: Trace['postings'][number]): string =>
  `${posting.account} ${posting.entry} ${posting.username ?? ''}`;

function useTrace(id: string): { trace: Trace | undefined; hasFailed: boolean; retry: () => void } {
  const [trace, setTrace] = useState<Trace>();
  const [failedAttempt, setFailedAttempt] = useState<number>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    lateApi
      .traceTransfer({ params: { id }, signal: stop.signal })
      .then(setTrace, () => !stop.signal.aborted && setFailedAttempt(attempt));
    return () => stop.abort();
  }, [id, attempt]);
  return { trace, hasFailed: failedAttempt === attempt, retry: () => setAttempt((count) => count + 1) };
}

function Side({ posting }: { readonly posting: Trace['postings'][number] }) {
  const { t, i18n } = useLingui();
  const account = t(ACCOUNT_WORDS[posting.account]);
  const who = posting.mine ? t`You` : posting.username;
  return (
    <tr>
      <td>{who ? `${who}, ${account}` : account}</td>
      <td className={`is-end figure ${posting.debit ? '' : 'text-ink-3'}`}>
        {formatAmount(posting.debit, i18n.locale)}
      </td>
      <td className={`is-end figure ${posting.credit ? '' : 'text-ink-3'}`}>
        {formatAmount(posting.credit, i18n.locale)}
      </td>
    </tr>
  );
}

function Postings({ trace }: { readonly trace: Trace }) {
  const { i18n } = useLingui();
  const sum = (side: 'debit' | 'credit') =>
    trace.postings.reduce((total, posting) => total + posting[side], 0);
  return (
    <table className="data-table data-table-dense trace-table">
      <thead>
        <tr>
          <HeadCell>
            <Trans>Posting</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Debit</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Credit</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {trace.postings.map((posting) => (
          <Side key={keyOf(posting)} posting={posting} />
        ))}
        <tr className="strong">
          <td>
            <Trans>Sum</Trans>
          </td>
          <td className="is-end figure">{formatAmount(sum('debit'), i18n.locale)}</td>
          <td className="is-end figure">{formatAmount(sum('credit'), i18n.locale)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** What else is known of it: since when it was held, what went back, and from when on it can be paid out. */
function Facts({ trace }: { readonly trace: Trace }) {
  const { i18n } = useLingui();
  const from = trace.postings.find(({ payable_from: date }) => date !== null)?.payable_from;
  const amount = (tokens: number) => formatAmount(tokens, i18n.locale);
  const heldAt = trace.held && formatTimeOfDay(trace.held.at, i18n.locale);
  const held = trace.held && amount(trace.held.tokens);
  const given = amount(trace.promotional_tokens);
  const facts = [
    ...(trace.held
      ? [
          {
            label: <Trans>Held before</Trans>,
            value: (
              <Trans>
                {held} from {heldAt} on
              </Trans>
            ),
          },
        ]
      : []),
    ...(trace.refunded_tokens > 0
      ? [{ label: <Trans>Given back since</Trans>, value: amount(trace.refunded_tokens) }]
      : []),
    ...(trace.promotional_tokens > 0
      ? [{ label: <Trans>Promotional</Trans>, value: from ? <Trans>{given}, never paid out</Trans> : given }]
      : []),
    ...(from ? [{ label: <Trans>Ready for payout</Trans>, value: formatDay(from, i18n.locale) }] : []),
  ];
  return facts.length > 0 && <FactList facts={facts} />;
}

export interface TracePanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Where the tokens of one row went: its entries, with the same sum on both sides. */
export function TracePanel({ id, onClose }: TracePanelProps) {
  const { t, i18n } = useLingui();
  const { trace, hasFailed, retry } = useTrace(id);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    addEventListener('keydown', close);
    panel.current?.focus();
    return () => removeEventListener('keydown', close);
  }, [id, onClose]);
  const copy = () =>
    void navigator.clipboard.writeText(id).then(
      () => showToast({ content: t`Entry copied`, appearance: 'success' }),
      () => undefined,
    );
  return (
    <aside className="trace" aria-label={t`Ledger trace`} ref={panel} tabIndex={-1}>
      <div className="flex items-center gap-2">
        <span className="label grow">
          <Trans>Ledger trace</Trans>
        </span>
        <IconButton icon="copy" label={t`Copy entry`} small onClick={copy} />
        <IconButton icon="x" label={t`Close trace`} small onClick={onClose} />
      </div>
      {hasFailed && <ErrorBox title={<Trans>The trace did not load</Trans>} onRetry={retry} />}
      {!trace && !hasFailed && <div className="skeleton h-40" />}
      {trace && (
        <>
          <h2>
            {t(wordOf(trace))}
            {trace.counterpart && `, ${trace.counterpart}`}
          </h2>
          <div className="flex flex-wrap items-baseline gap-2">
            <span className="display">{formatSignedAmount(trace.tokens, i18n.locale)}</span>
            {trace.comment && <span className="text-ink-2">{trace.comment}</span>}
          </div>
          <ol className="timeline">
            {trace.postings.map((posting) => (
              <li key={keyOf(posting)}>
                <time className="figure" dateTime={trace.at}>
                  {formatTimeOfDay(trace.at, i18n.locale)}
                </time>
                <span>{posting.debit > 0 ? <Trans>Debited</Trans> : <Trans>Credited</Trans>}</span>
                {posting.entry > 0 && (
                  <span className="small figure text-ink-3">
                    <Trans>entry #{formatAmount(posting.entry, i18n.locale)}</Trans>
                  </span>
                )}
              </li>
            ))}
          </ol>
          <Postings trace={trace} />
          <Facts trace={trace} />
          <p className="small figure text-ink-3">
            {formatDay(trace.at, i18n.locale)} · {trace.id.slice(-12)}
          </p>
          <a
            className={buttonClass({ kind: 'line', full: true })}
            href={`/support?topic=billing&order=${trace.id}`}
          >
            <Trans>Something is wrong</Trans>
          </a>
        </>
      )}
    </aside>
  );
}
