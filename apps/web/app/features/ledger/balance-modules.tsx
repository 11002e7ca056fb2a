import { formatAmount, formatMoney } from '@klieg/i18n';
import { Bar, Button, ErrorBox, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { balanceOf, useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { useSiteConfig } from '../../shared/site.ts';
import { type LoadedControl, useLoaded } from '../../shared/use-loaded.ts';
import { SpendCharts, SpendKey } from './spend-chart.tsx';
import { spendByDay } from './statement-rules.ts';
import { useSpending } from './use-statement.ts';

const DAYS = 30;

interface HeldProps {
  /** Held, neither spent nor free. */
  readonly held: number;
}

/** The spendable balance, and what is held. */
export function BalanceModule({ held }: HeldProps) {
  const { i18n } = useLingui();
  const current = useMember();
  const tokens = current ? balanceOf(current) : 0;
  const heldText = formatAmount(held, i18n.locale);
  const all = formatAmount(tokens + held, i18n.locale);
  const hasCodes = useSiteConfig()?.arePromoProductsEnabled.freeTokensProduct ?? false;
  return (
    <section className="module">
      <span className="label">
        <Trans>Balance</Trans>
      </span>
      <TokenAmount amountTokens={tokens} className="display" />
      {held > 0 && (
        <p className="small text-ink-2">
          {current?.postpay ? (
            <Trans>Held: {heldText}, for a show, a ticket or a request.</Trans>
          ) : (
            <Trans>
              Held: {heldText}, for a show, a ticket or a request. Together {all}, as in the statement.
            </Trans>
          )}
        </p>
      )}
      <div className="flex items-center gap-2">
        <Button kind="key" onClick={() => openModal('tokens', {})}>
          <Trans>Buy tokens</Trans>
        </Button>
        {hasCodes && (
          <Button kind="line" onClick={() => openModal('promo-code', {})}>
            <Trans>Promo code</Trans>
          </Button>
        )}
      </div>
    </section>
  );
}

/** Spending of the last thirty days. */
export function SpendModule({ held }: HeldProps) {
  const { t, i18n } = useLingui();
  const { state, reload } = useSpending(DAYS, held);
  const [now] = useState(() => new Date());
  const days = spendByDay(state.kind === 'ready' ? state.value.items : [], DAYS, now);
  const heldText = formatAmount(held, i18n.locale);
  const total = formatAmount(
    days.reduce((sum, { spent }) => sum + spent.tips + spent.shows + spent.media, 0),
    i18n.locale,
  );
  const label = t`Tokens spent per day: tips, shows, media and clubs; ${total} in all`;
  return (
    <section className="module">
      <div className="module-head">
        <span className="label">
          <Trans>Spent, last 30 days</Trans>
        </span>
        {state.kind === 'ready' && <b className="figure">{total}</b>}
        {held > 0 && (
          <span className="small figure text-ink-2">
            <Trans>and {heldText} held</Trans>
          </span>
        )}
        <span className="grow" />
        <SpendKey className="max-tablet:hidden" />
      </div>
      {state.kind === 'failed' ? (
        <ErrorBox title={<Trans>Your spending did not load</Trans>} onRetry={reload} />
      ) : (
        <SpendCharts days={days} label={label} />
      )}
    </section>
  );
}

type DailyLimit = Answer<'getDailyLimit'>;

/** Read again with every change of the balance, and when a payment is done: its order ends after its tokens came. */
function useDailyLimit(held: number): LoadedControl<DailyLimit> {
  const tokens = useMember()?.tokens;
  const lobby = usePageRealtime()?.lobby;
  const limit = useLoaded(`daily-limit ${tokens} ${held}`, (signal) => lateApi.getDailyLimit({ signal }));
  const { reload } = limit;
  useEffect(() => lobby?.on('v3.payment.update', reload), [lobby, reload]);
  useEffect(() => lobby?.on('v3.reUp.update', reload), [lobby, reload]);
  return limit;
}

/** What was bought and spent today, of what is allowed. */
function Used({ limit, held }: HeldProps & { readonly limit: DailyLimit }) {
  const { t, i18n } = useLingui();
  const percentOf = (used: number, all: number) => (all > 0 ? (used / all) * 100 : 0);
  const used = formatMoney(limit.purchase_used_cents, 'USD', i18n.locale);
  const most = formatMoney(limit.purchase_limit_cents, 'USD', i18n.locale);
  const spent = formatAmount(limit.used_today, i18n.locale);
  const own = formatAmount(limit.daily_limit, i18n.locale);
  const spentPercent = percentOf(limit.used_today, limit.daily_limit);
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="grow">
          <Trans>Bought today</Trans>
        </span>
        <span className="figure text-ink-2">
          <Trans>
            {used} of {most}
          </Trans>
        </span>
      </div>
      <Bar
        percent={percentOf(limit.purchase_used_cents, limit.purchase_limit_cents)}
        label={t`Bought today`}
      />
      <div className="flex items-center gap-2">
        <span className="grow">
          {held > 0 ? <Trans>Spent or held today</Trans> : <Trans>Spent today</Trans>}
        </span>
        <span className="figure text-ink-2">
          {limit.daily_limit > 0 ? (
            <Trans>
              {spent} of {own}
            </Trans>
          ) : (
            <Trans>{spent}, no limit set</Trans>
          )}
        </span>
      </div>
      {limit.daily_limit > 0 && (
        <Bar percent={spentPercent} warn={spentPercent > 80} label={t`Spent today`} />
      )}
    </>
  );
}

/** Today's limits for buying and spending, and how much is used. */
export function LimitsModule({ held }: HeldProps) {
  const { state, reload } = useDailyLimit(held);
  return (
    <section className="module">
      <div className="module-head">
        <span className="label">
          <Trans>My limits</Trans>
        </span>
        <Link className="section-all small ml-auto" to="/account/settings/limits">
          <Trans>Change</Trans>
        </Link>
      </div>
      {state.kind === 'ready' && <Used limit={state.value} held={held} />}
      {state.kind === 'loading' && <div className="skeleton h-20" aria-busy="true" />}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>Your limits did not load</Trans>} onRetry={reload} />
      )}
      <span className="small text-ink-3">
        <Trans>A lower limit counts at once, a higher one after 24 hours.</Trans>
      </span>
    </section>
  );
}
