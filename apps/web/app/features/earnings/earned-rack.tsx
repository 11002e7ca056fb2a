import type { EarnedBalance } from '@klieg/contract';
import { formatAmount, formatDay } from '@klieg/i18n';
import { ErrorBox, FactList, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SpendCharts, SpendKey } from '../ledger/index.ts';
import { earnedByDay } from './earned-days.ts';
import { DAYS, type Earnings, useEarnings } from './use-earnings.ts';

/** Days listed separately; later ones are summed up. */
const DAYS_LISTED = 3;

interface Part {
  readonly key: string;
  readonly label: ReactNode;
  readonly tokens: number;
  readonly colour: string;
}

const sum = (rows: readonly { readonly tokens: number }[]): number =>
  rows.reduce((total, { tokens }) => total + tokens, 0);

/** State of the earnings. */
function Parts({ balance }: { readonly balance: EarnedBalance }) {
  const { i18n } = useLingui();
  const amount = (tokens: number) => formatAmount(tokens, i18n.locale);
  const parts: Part[] = [
    {
      key: 'payable',
      label: <Trans>Ready for payout</Trans>,
      tokens: balance.payable,
      colour: 'var(--lamp-good)',
    },
    {
      key: 'ripening',
      label: <Trans>Ready after 7 days</Trans>,
      tokens: sum(balance.ripening),
      colour: 'var(--key-mark)',
    },
    {
      key: 'reserve',
      label: <Trans>Held back for chargebacks</Trans>,
      tokens: sum(balance.reserve),
      colour: 'var(--private-text)',
    },
    {
      key: 'promotional',
      label: <Trans>From free tokens, never paid out</Trans>,
      tokens: balance.promotional,
      colour: 'var(--ink-3)',
    },
    { key: 'held', label: <Trans>In a payout</Trans>, tokens: balance.held, colour: 'var(--ticket-text)' },
  ];
  // The first two are always shown; other parts only if they exist.
  const shown = parts.filter(({ tokens }, place) => place < 2 || tokens > 0);
  return (
    <>
      <div className="earned-parts" aria-hidden="true">
        {shown.map(
          ({ key, tokens, colour }) =>
            tokens > 0 && <i key={key} style={{ flex: tokens, background: colour }} />,
        )}
      </div>
      <FactList
        facts={[
          ...shown.map(({ label, tokens, colour }) => ({
            label: (
              <span className="flex items-center gap-2">
                <i className="chart-key" style={{ background: colour }} />
                {label}
              </span>
            ),
            value: <span className="figure">{amount(tokens)}</span>,
          })),
          ...(balance.owed > 0
            ? [
                {
                  label: <Trans>Taken back after it was paid out</Trans>,
                  value: <span className="figure text-bad">{amount(-balance.owed)}</span>,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** Earnings by day, stacked by kind of payment. */
function EarnedChart({ stats, days }: Earnings) {
  const { t, i18n } = useLingui();
  const bars = earnedByDay(stats, days);
  const total = formatAmount(Number(stats.totals['share_tokens'] ?? 0), i18n.locale);
  const label = t`Tokens earned per day: tips, shows, media and clubs; ${total} in all`;
  return (
    <section className="module">
      <div className="module-head">
        <span className="label">
          <Trans>Earned, last {DAYS} days</Trans>
        </span>
        <b className="figure">{total}</b>
        <span className="grow" />
        <SpendKey className="max-tablet:hidden" />
      </div>
      <SpendCharts days={bars} label={label} />
    </section>
  );
}

/** How much becomes payable on which day. */
function Ripening({ balance }: { readonly balance: EarnedBalance }) {
  const { i18n } = useLingui();
  const rows = [
    ...balance.ripening.map(({ payable_from: day, tokens }) => ({ day, tokens })),
    ...balance.reserve.map(({ release_on: day, tokens }) => ({ day, tokens })),
  ]
    .filter(({ tokens }) => tokens > 0)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return (
    <section className="module">
      <div className="module-head">
        <span className="label">
          <Trans>Next ready for payout</Trans>
        </span>
      </div>
      {rows.length > 0 ? (
        <FactList
          facts={[
            ...rows.slice(0, DAYS_LISTED).map(({ day, tokens }) => ({
              label: formatDay(`${day}T00:00:00`, i18n.locale),
              value: <span className="figure">{formatAmount(tokens, i18n.locale)}</span>,
            })),
            ...(rows.length > DAYS_LISTED
              ? [
                  {
                    label: <Trans>Later</Trans>,
                    value: (
                      <span className="figure">
                        {formatAmount(sum(rows.slice(DAYS_LISTED)), i18n.locale)}
                      </span>
                    ),
                  },
                ]
              : []),
          ]}
        />
      ) : (
        <p className="small text-ink-2">
          <Trans>Nothing pending. What you earn is ready for payout after 7 days.</Trans>
        </p>
      )}
    </section>
  );
}

/** What a performer has earned, day by day, and when it can be paid out. */
export default function EarnedRack() {
  const { earnings, hasFailed, retry } = useEarnings();
  if (hasFailed)
    return (
      <div className="p-4">
        <ErrorBox title={<Trans>Your earnings did not load</Trans>} onRetry={retry} />
      </div>
    );
  if (!earnings) return <div className="rack account-top account-earned" aria-busy="true" />;
  return (
    <div className="rack account-top account-earned">
      <section className="module">
        <span className="label">
          <Trans>Earned</Trans>
        </span>
        <TokenAmount amountTokens={earnings.balance.total} className="display" />
        <Parts balance={earnings.balance} />
      </section>
      <EarnedChart {...earnings} />
      <Ripening balance={earnings.balance} />
    </div>
  );
}
