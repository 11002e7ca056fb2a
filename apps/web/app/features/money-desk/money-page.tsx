import type { OperatorAccount, Stats } from '@klieg/contract';
import { formatAmount, formatMoney, numberFormat } from '@klieg/i18n';
import { buttonClass, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useMember } from '../../shared/me/me-store.ts';
import { Accounts } from './accounts-module.tsx';
import { DeskSection } from './desk-section.tsx';
import { Liability } from './liability.tsx';
import { HealthModule } from './health-module.tsx';
import { ChartKeys, MoneyChart } from './money-chart.tsx';
import { barsOf, opposite, runningRatio } from './money-rules.ts';
import { RatioChart } from './ratio-chart.tsx';
import { ToEntries } from './to-entries.tsx';
import { useStanding } from './use-standing.ts';
import { WaitingModule } from './waiting-module.tsx';
import { DAYS_SHOWN, type Figures, useFigures } from './use-figures.ts';

/** Bars on a phone. */
const DAYS_NARROW = 14;

interface HeadlineProps {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly detail: ReactNode;
  readonly to?: string;
}

function Headline({ label, value, detail, to }: HeadlineProps) {
  return (
    <div className="module">
      <span className="label">{label}</span>
      <span className="desk-big">{to ? <ToEntries to={to}>{value}</ToEntries> : value}</span>
      <span className="small figure whitespace-normal text-ink-2">{detail}</span>
    </div>
  );
}

/** Whether banks have answered any payment: otherwise there is no success rate. */
const isAnswered = ({ totals }: Stats): boolean =>
  Number(totals['approved'] ?? 0) + Number(totals['declined'] ?? 0) > 0;

const balanceOf = (
  accounts: readonly OperatorAccount[],
  name: string,
  unit: OperatorAccount['unit'],
): number =>
  accounts
    .filter((account) => account.name === name && account.unit === unit)
    .reduce((sum, { balance }) => sum + balance, 0);

/** People's tokens of all kinds: given out by the system and not returned. */
const tokensOut = (accounts: readonly OperatorAccount[]): number =>
  opposite(accounts.filter(({ unit }) => unit === 'tokens').reduce((sum, { balance }) => sum + balance, 0));

function Headlines({ figures }: { readonly figures: Figures }) {
  const { i18n } = useLingui();
  const { accounts, revenue, approvalToday, approval, scheme, today } = figures;
  const money = (cents: number) => formatMoney(cents, 'USD', i18n.locale);
  const percent = (value: unknown) =>
    `${numberFormat(i18n.locale, { maximumFractionDigits: 2 }).format(Number(value ?? 0))}%`;
  const soldToday = revenue.rows
    .filter((row) => row[0] === today)
    .reduce((sum, row) => sum + Number(row[2]), 0);
  const account = (name: string) =>
    accounts.find((one) => one.name === name && one.unit === 'cents')?.account;
  const entries = (name: string) => {
    const number = account(name);
    return number === undefined ? {} : { to: `/admin/ledger?account=${number}` };
  };
  return (
    <div className="rack desk-headlines">
      <Headline
        label={<Trans>Money in, today</Trans>}
        value={money(soldToday)}
        detail={<Trans>{money(Number(revenue.totals['sales_cents']))} in 30 days</Trans>}
        to={`/admin/orders?state=succeeded&day=${today}`}
      />
      <Headline
        label={<Trans>Payments approved, today</Trans>}
        value={isAnswered(approvalToday) ? percent(approvalToday.totals['percent']) : '—'}
        detail={
          isAnswered(approval) ? (
            <Trans>{percent(approval.totals['percent'])} in 30 days</Trans>
          ) : (
            <Trans>No payments in 30 days</Trans>
          )
        }
        to={`/admin/orders?state=declined&day=${today}`}
      />
      <Headline
        label={<Trans>Chargebacks, this month</Trans>}
        value={scheme.ratio === null ? '—' : percent(scheme.ratio)}
        detail={
          scheme.projected_ratio === null ? (
            <Trans>No sales this month yet</Trans>
          ) : (
            <Trans>{percent(scheme.projected_ratio)} at its end</Trans>
          )
        }
        to="/admin/chargebacks"
      />
      <Headline
        label={<Trans>Owed for unspent tokens</Trans>}
        value={money(balanceOf(accounts, 'unspent', 'cents'))}
        detail={<Trans>{formatAmount(tokensOut(accounts), i18n.locale)} tokens held by users</Trans>}
        {...entries('unspent')}
      />
      <Headline
        label={<Trans>Owed by billers</Trans>}
        value={money(opposite(balanceOf(accounts, 'receivable', 'cents')))}
        detail={<Trans>{money(opposite(balanceOf(accounts, 'bank', 'cents')))} in the bank</Trans>}
        {...entries('receivable')}
      />
      <Headline
        label={<Trans>In suspense</Trans>}
        value={money(balanceOf(accounts, 'suspense', 'cents'))}
        detail={<Trans>Not matched yet</Trans>}
        {...entries('suspense')}
      />
    </div>
  );
}

const csvOf = (metric: string, from: string, to: string): string =>
  `/api/v1/admin/stats?metric=${metric}&from=${from}&to=${to}&format=csv`;

function Csv({ href }: { readonly href: string }) {
  return (
    <a className={buttonClass({ kind: 'line', size: 'small' })} href={href} download>
      CSV
    </a>
  );
}

function Sales({ figures: { revenue, days, today, accounts } }: { readonly figures: Figures }) {
  const bars = barsOf(revenue, 'sales_cents', days);
  const narrow = { ...bars, bars: bars.bars.slice(-DAYS_NARROW) };
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="grow">
          <Trans>Money in, {DAYS_SHOWN} days</Trans>
        </h2>
        <Csv href={csvOf('revenue', days[0]!, today)} />
      </div>
      <ChartKeys groups={bars.groups} />
      <div className="desk-chart-place">
        <MoneyChart bars={bars} width={1000} className="desk-chart desk-chart-wide" />
        <MoneyChart bars={bars} width={640} className="desk-chart desk-chart-middle" />
        <MoneyChart bars={narrow} width={340} className="desk-chart desk-chart-narrow" />
        {bars.groups.length === 0 && (
          <p className="desk-chart-empty">
            <b>
              <Trans>No sales in {DAYS_SHOWN} days</Trans>
            </b>
            <span>
              <Trans>Each day with a payment has a bar here, with a color for each biller.</Trans>
            </span>
          </p>
        )}
      </div>
      <Liability accounts={accounts} />
    </section>
  );
}

function Declines({ figures: { approval, days, today } }: { readonly figures: Figures }) {
  const { i18n } = useLingui();
  const reasons = (approval.totals['reasons'] ?? []) as readonly { code: string; count: number }[];
  const declined = Number(approval.totals['declined'] ?? 0);
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="grow">
          <Trans>Declines, {DAYS_SHOWN} days</Trans>
        </h2>
        <Csv href={csvOf('approval_rate', days[0]!, today)} />
      </div>
      {reasons.length === 0 && (
        <p className="text-ink-2">
          <Trans>No payment was declined.</Trans>
        </p>
      )}
      <ul>
        {reasons.map(({ code, count }) => (
          <li key={code} className="desk-reason">
            <span className="truncate">{code}</span>
            <i style={{ width: `${(count / Math.max(1, reasons[0]!.count)) * 100}%` }} />
            <b className="figure">
              {numberFormat(i18n.locale, { maximumFractionDigits: 0 }).format(
                (count / Math.max(1, declined)) * 100,
              )}
              %
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Scheme({ figures: { chargebacks, scheme, today } }: { readonly figures: Figures }) {
  const first = `${today.slice(0, 7)}-01`;
  const dayNumber = Number(today.slice(8));
  const days = Array.from(
    { length: dayNumber },
    (_, at) => `${first.slice(0, 8)}${String(at + 1).padStart(2, '0')}`,
  );
  const [year, month] = today.split('-').map(Number) as [number, number];
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="grow">
          <Trans>Chargebacks over sales (VAMP)</Trans>
        </h2>
        <Csv href={csvOf('chargebacks', first, today)} />
      </div>
      {scheme.is_alert && (
        <Notice tone="bad" title={<Trans>Too many chargebacks</Trans>}>
          <Trans>
            Visa acts from {scheme.excessive_ratio}% and {scheme.excessive_events} chargebacks a month. At
            this pace the month ends with {scheme.projected_ratio ?? 0}%, chargebacks:{' '}
            {scheme.projected_events}.
          </Trans>
        </Notice>
      )}
      <div className="desk-chart-place">
        <RatioChart
          scheme={scheme}
          running={runningRatio(chargebacks, days)}
          daysInMonth={new Date(Date.UTC(year, month, 0)).getUTCDate()}
        />
        {scheme.sales === 0 && (
          <p className="desk-chart-empty desk-chart-low">
            <span>
              <Trans>A line appears here from the month’s first sale on.</Trans>
            </span>
          </p>
        )}
      </div>
      <p className="small text-ink-3">
        <Trans>
          Chargebacks: {scheme.events}, sales: {scheme.sales}. Fraud reports (TC40) are counted where a biller
          reports them as chargebacks.
        </Trans>
      </p>
    </section>
  );
}

/** Health of the site, and waiting work. */
function Staff({ figures: { approvalToday, today } }: { readonly figures: Figures }) {
  const standing = useStanding();
  return (
    <>
      <HealthModule standing={standing} approvalToday={approvalToday} today={today} />
      <WaitingModule standing={standing} />
    </>
  );
}

/** `/admin`: money first. Every figure is read from the ledger's days and leads to its entries. */
export function MoneyPage() {
  const desk = useFigures();
  const user = useMember()?.user;
  // Auditors read figures, and have no part in the rest.
  const isAdmin = user?.isAdmin === true || user?.isSuperAdmin === true;
  return (
    <DeskSection desk={desk}>
      {(figures) => (
        <>
          <Headlines figures={figures} />
          <div className="rack desk-money">
            {isAdmin && <Staff figures={figures} />}
            <Sales figures={figures} />
            <Declines figures={figures} />
            <Accounts figures={figures} />
            <Scheme figures={figures} />
          </div>
        </>
      )}
    </DeskSection>
  );
}
