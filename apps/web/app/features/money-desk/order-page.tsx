import type { DeskOrderWhole } from '@klieg/contract';
import { formatAmount, formatDayTime, formatMoney, formatSignedAmount } from '@klieg/i18n';
import { FactList, HeadCell, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { ChargeModule } from './charge-module.tsx';
import { deskApi } from './desk-api.ts';
import { KIND_WORDS } from '../ledger/index.ts';
import { DeskSection } from './desk-section.tsx';
import { BILLER_NAMES, BOOKING_WORDS, ORDER_STATES, REFUND_STATES, TOLD_WORDS } from './desk-words.ts';
import { RefundModule } from './refund-module.tsx';
import { useDesk } from './use-desk.ts';

function Facts({ whole: { order } }: { readonly whole: DeskOrderWhole }) {
  const { t, i18n } = useLingui();
  const [word, tone] = ORDER_STATES[order.state];
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="grow">{formatMoney(order.amount, order.currency, i18n.locale)}</h2>
        <Tag tone={tone}>{t(word)}</Tag>
      </div>
      <FactList
        facts={[
          {
            label: <Trans>User</Trans>,
            value: (
              <Link className="desk-link" to={`/admin/orders?user=${order.user.username}`}>
                {order.user.username}
              </Link>
            ),
          },
          { label: <Trans>Biller</Trans>, value: BILLER_NAMES[order.biller] },
          { label: <Trans>Tokens</Trans>, value: formatAmount(order.tokens, i18n.locale) },
          { label: <Trans>Made</Trans>, value: formatDayTime(order.at, i18n.locale) },
          { label: <Trans>Transaction</Trans>, value: order.transaction_id ?? '—' },
          ...(order.decline_code ? [{ label: <Trans>Declined</Trans>, value: order.decline_code }] : []),
          { label: <Trans>Order</Trans>, value: order.order_id },
        ]}
      />
    </section>
  );
}

/** The biller's reports, in order of arrival. */
function Told({ whole: { told, order } }: { readonly whole: DeskOrderWhole }) {
  const { t, i18n } = useLingui();
  return (
    <section className="module">
      <h2>
        <Trans>What {BILLER_NAMES[order.biller]} reported</Trans>
      </h2>
      {told.length === 0 && (
        <p className="text-ink-2">
          <Trans>Nothing yet.</Trans>
        </p>
      )}
      <ol className="timeline desk-told">
        {told.map((fact) => (
          <li key={`${fact.at} ${fact.kind} ${fact.transaction_id}`}>
            <time className="figure" dateTime={fact.at}>
              {formatDayTime(fact.at, i18n.locale)}
            </time>
            <span>
              <b>{t(TOLD_WORDS[fact.kind])}</b>{' '}
              {fact.amount !== null && formatMoney(fact.amount, fact.currency ?? order.currency, i18n.locale)}
              {fact.decline_code && ` · ${fact.decline_code}`}
              {fact.card && ` · ${fact.card.brand} ${fact.card.last4}`}
            </span>
            <span className="small text-ink-3">
              {fact.transaction_id}
              {fact.outcome !== 'settled' && ` · ${fact.outcome ?? t`waits`}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Bookings({ whole: { bookings, order } }: { readonly whole: DeskOrderWhole }) {
  const { t, i18n } = useLingui();
  if (bookings.length === 0) return null;
  return (
    <section className="module">
      <h2>
        <Trans>Bookings</Trans>
      </h2>
      <table className="data-table data-table-dense">
        <thead>
          <tr>
            <HeadCell>
              <Trans>Kind</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Tokens</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Money</Trans>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {bookings.map((booking) => {
            const sign = booking.kind === 'purchase' || booking.kind === 'restored' ? 1 : -1;
            return (
              <tr key={booking.transfer_id}>
                <td>{t(BOOKING_WORDS[booking.kind])}</td>
                <td className="is-end figure">
                  <Link className="desk-link" to={`/admin/ledger?id=${booking.transfer_id}`}>
                    {formatSignedAmount(sign * booking.tokens, i18n.locale)}
                  </Link>
                </td>
                <td className="is-end figure">
                  {booking.money_transfer_id ? (
                    <Link className="desk-link" to={`/admin/ledger?id=${booking.money_transfer_id}`}>
                      {formatMoney(sign * booking.cents, order.currency, i18n.locale)}
                    </Link>
                  ) : (
                    '—'
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function PaidFor({ whole: { paid_for: paidFor, lot } }: { readonly whole: DeskOrderWhole }) {
  const { t, i18n } = useLingui();
  if (!lot) return null;
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="grow">
          <Trans>What its tokens paid for</Trans>
        </h2>
        <span className="small figure text-ink-2">
          <Trans>
            {formatAmount(lot.left_tokens, i18n.locale)} of {formatAmount(lot.bought_tokens, i18n.locale)}{' '}
            left
          </Trans>
        </span>
      </div>
      {paidFor.length === 0 && (
        <p className="text-ink-2">
          <Trans>None of it was spent.</Trans>
        </p>
      )}
      {paidFor.length > 0 && (
        <table className="data-table data-table-dense">
          <tbody>
            {paidFor.map((part) => (
              <tr key={part.transfer_id}>
                <td>{t(KIND_WORDS[part.kind])}</td>
                <td className="strong">{part.receiver}</td>
                <td className="figure text-ink-2 max-tablet:hidden">{formatDayTime(part.at, i18n.locale)}</td>
                <td className="is-end figure">
                  <Link className="desk-link" to={`/admin/ledger?id=${part.transfer_id}`}>
                    {formatAmount(part.tokens, i18n.locale)}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Refunds({ whole: { refunds, order } }: { readonly whole: DeskOrderWhole }) {
  const { t, i18n } = useLingui();
  if (refunds.length === 0) return null;
  return (
    <section className="module">
      <h2>
        <Trans>Refunds requested</Trans>
      </h2>
      <ul className="grid gap-2">
        {refunds.map((refund) => (
          <li key={refund.id} className="grid gap-1">
            <span className="flex items-center gap-2">
              <Tag tone={REFUND_STATES[refund.state][1]}>{t(REFUND_STATES[refund.state][0])}</Tag>
              <span className="figure">{formatMoney(refund.amount, order.currency, i18n.locale)}</span>
            </span>
            <span>{refund.reason}</span>
            <span className="small text-ink-3">
              {refund.by}, {formatDayTime(refund.at, i18n.locale)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `/admin/orders/{id}`: an order with everything known about it, and its refund. */
export function OrderPage({ id }: { readonly id: string }) {
  const desk = useDesk(id, (signal) => deskApi.getDeskOrder({ params: { id }, signal }));
  return (
    <DeskSection desk={desk}>
      {(whole) => (
        <div className="rack desk-order">
          <div className="desk-columns">
            <Told whole={whole} />
            <Bookings whole={whole} />
            <PaidFor whole={whole} />
          </div>
          <div className="desk-columns">
            <Facts whole={whole} />
            <ChargeModule whole={whole} onDecided={desk.reload} />
            <RefundModule whole={whole} onAsked={desk.reload} />
            <Refunds whole={whole} />
          </div>
        </div>
      )}
    </DeskSection>
  );
}
