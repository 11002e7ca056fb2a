import type { Trace } from '@klieg/contract';
import { formatAmount, formatDay, formatSignedAmount, formatTimeOfDay } from '@klieg/i18n';
import { buttonClass, ErrorBox, FactList, giveBackFocus, IconButton, showToast, HeadCell } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useSiteConfig } from '../../shared/site.ts';
import { ACCOUNT_WORDS, wordOf } from './ledger-words.ts';
import { PaymentDetail } from './payment-detail.tsx';
import './account.css';

type Posting = Trace['postings'][number];

/** Accounts of the platform itself have no entry number of their own. */
const keyOf = (posting: Posting): string => `${posting.account} ${posting.entry} ${posting.username ?? ''}`;

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

/** The owner of a posting: a person, the site by its name, or another source or destination of tokens. */
function useWho(trace: Trace): (posting: Posting) => string {
  const { t } = useLingui();
  const brand = useSiteConfig()?.site.display_name;
  return ({ mine, username, account }) => {
    if (mine) return t`you`;
    if (username !== null && username === trace.counterpart) return trace.counterpart_name ?? username;
    return username ?? (account === 'platform' && brand ? brand : t(ACCOUNT_WORDS[account]));
  };
}

interface SideProps {
  readonly posting: Posting;
  readonly trace: Trace;
}

/** One side of it in plain words; moves between purses have no payer. */
function Step({ posting, trace }: SideProps) {
  const { t, i18n } = useLingui();
  const who = useWho(trace)(posting);
  const purse = t(ACCOUNT_WORDS[posting.account]);
  const isMove = trace.postings.every(({ mine }) => mine);
  const tokens = formatAmount(posting.debit || posting.credit, i18n.locale);
  return (
    <>
      <span>
        {isMove ? (
          posting.debit > 0 ? (
            <Trans>Taken from what is {purse}</Trans>
          ) : (
            <Trans>Put to what is {purse}</Trans>
          )
        ) : posting.debit > 0 ? (
          <Trans>
            Paid by {who}: {tokens}
          </Trans>
        ) : posting.account === 'platform' ? (
          <Trans>
            Kept by {who}: {tokens}
          </Trans>
        ) : (
          <Trans>
            Received by {who}: {tokens}
          </Trans>
        )}
      </span>
      {posting.entry > 0 && (
        <span className="small figure text-ink-3">
          <Trans>entry #{formatAmount(posting.entry, i18n.locale)}</Trans>
        </span>
      )}
    </>
  );
}

/** Its sides in order: who paid, who got it, and what the site kept. */
function Steps({ trace }: { readonly trace: Trace }) {
  const { i18n } = useLingui();
  const placeOf = ({ debit, account }: Posting) => (debit > 0 ? 0 : account === 'platform' ? 2 : 1);
  return (
    <ol className="timeline">
      {trace.postings
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map((posting) => (
          <li key={keyOf(posting)}>
            <time className="figure" dateTime={trace.at}>
              {formatTimeOfDay(trace.at, i18n.locale)}
            </time>
            <Step posting={posting} trace={trace} />
          </li>
        ))}
    </ol>
  );
}

function Side({ posting, trace }: SideProps) {
  const { t, i18n } = useLingui();
  const account = t(ACCOUNT_WORDS[posting.account]);
  const who = useWho(trace)(posting);
  const isPerson = posting.mine || posting.username !== null;
  return (
    <tr>
      <td className={isPerson ? undefined : 'first-letter:uppercase'}>
        {isPerson
          ? `${posting.mine ? t`You` : who}, ${account}`
          : posting.account === 'platform'
            ? t`${who}’s share`
            : who}
      </td>
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
            <Trans>Owner</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Paid</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Received</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {trace.postings.map((posting) => (
          <Side key={keyOf(posting)} posting={posting} trace={trace} />
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

/** Other facts: since when it was held, refunds, and from when on it can be paid out. */
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
                {held} since {heldAt}
              </Trans>
            ),
          },
        ]
      : []),
    ...(trace.refunded_tokens > 0
      ? [{ label: <Trans>Returned since</Trans>, value: amount(trace.refunded_tokens) }]
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

/** The path of one row's tokens: its entries, with the same sum on both sides. */
export function TracePanel({ id, onClose }: TracePanelProps) {
  const { t, i18n } = useLingui();
  const { trace, hasFailed, retry } = useTrace(id);
  const other = trace?.counterpart_name ?? trace?.counterpart;
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current ??= document.activeElement;
    panel.current?.focus();
    return () => {
      // Who has pressed something else meanwhile, as another row, stays there.
      if (document.activeElement === document.body) giveBackFocus(opener.current);
    };
  }, [id]);
  const copy = () =>
    void navigator.clipboard.writeText(id).then(
      () => showToast({ content: t`Entry copied`, appearance: 'success' }),
      () => undefined,
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc, for everything inside
    <aside
      className="trace"
      aria-label={t`Ledger trace`}
      ref={panel}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
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
            {other && `, ${other}`}
          </h2>
          <div className="flex flex-wrap items-baseline gap-2">
            <span className="display">{formatSignedAmount(trace.tokens, i18n.locale)}</span>
            <span className="text-ink-2">
              <PaymentDetail row={trace} />
            </span>
          </div>
          <Steps trace={trace} />
          <Postings trace={trace} />
          <Facts trace={trace} />
          <p className="small figure text-ink-3">
            {formatDay(trace.at, i18n.locale)} · {trace.id.slice(-12)}
          </p>
          <a
            className={buttonClass({ kind: 'line', full: true })}
            href={`/support?topic=billing&order=${trace.id}`}
          >
            <Trans>Report a problem</Trans>
          </a>
        </>
      )}
    </aside>
  );
}
