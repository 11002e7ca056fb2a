import type { Biller, DeskOrder, OrderState } from '@klieg/contract';
import { formatAmount, formatDayTime, formatMoney } from '@klieg/i18n';
import { Button, Empty, Field, HeadCell, Input, Select, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { deskApi } from './desk-api.ts';
import { DeskSection } from './desk-section.tsx';
import { BILLER_NAMES, ORDER_STATES, REFUND_STATES } from './desk-words.ts';
import { useDesk } from './use-desk.ts';

const FILTERS = ['state', 'biller', 'user', 'day', 'open_charge'] as const;
const STATES = Object.keys(ORDER_STATES) as OrderState[];
const BILLERS = Object.keys(BILLER_NAMES) as Biller[];

function Row({ order }: { readonly order: DeskOrder }) {
  const { t, i18n } = useLingui();
  const [word, tone] = ORDER_STATES[order.state];
  return (
    <tr>
      <td className="figure text-ink-2">
        <Link className="row-button" to={`/admin/orders/${order.order_id}`}>
          {formatDayTime(order.at, i18n.locale)}
        </Link>
      </td>
      <td className="strong">{order.user.username}</td>
      <td className="text-ink-2 max-tablet:hidden">{BILLER_NAMES[order.biller]}</td>
      <td className="is-end figure max-tablet:hidden">{formatAmount(order.tokens, i18n.locale)}</td>
      <td className="is-end figure">{formatMoney(order.amount, order.currency, i18n.locale)}</td>
      <td>
        <Tag tone={tone}>{t(word)}</Tag>
      </td>
      <td className="text-ink-2 max-tablet:hidden">
        {order.is_charge_open ? (
          <Tag tone="warn">
            <Trans>Charge to decide</Trans>
          </Tag>
        ) : order.refund ? (
          t(REFUND_STATES[order.refund][0])
        ) : (
          (order.decline_code ?? '')
        )}
      </td>
    </tr>
  );
}

function OrderTable({ orders }: { readonly orders: readonly DeskOrder[] }) {
  return (
    <table className="data-table">
      <thead>
        <tr>
          <HeadCell>
            <Trans>When</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>User</Trans>
          </HeadCell>
          <HeadCell className="max-tablet:hidden">
            <Trans>Biller</Trans>
          </HeadCell>
          <HeadCell end className="max-tablet:hidden">
            <Trans>Tokens</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Amount</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>State</Trans>
          </HeadCell>
          <HeadCell className="max-tablet:hidden">
            <Trans>Detail</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.order_id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

interface FiltersProps {
  readonly valueOf: (name: (typeof FILTERS)[number]) => string;
  readonly onChange: (name: (typeof FILTERS)[number], value: string) => void;
}

function Filters({ valueOf, onChange }: FiltersProps) {
  const { t } = useLingui();
  return (
    <form
      className="desk-filters"
      onSubmit={(event) => {
        event.preventDefault();
        onChange('user', String(new FormData(event.currentTarget).get('user') ?? '').trim());
      }}
    >
      <Field label={<Trans>State</Trans>}>
        <Select value={valueOf('state')} onChange={(event) => onChange('state', event.target.value)}>
          <option value="">{t`All`}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {t(ORDER_STATES[state][0])}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={<Trans>Biller</Trans>}>
        <Select value={valueOf('biller')} onChange={(event) => onChange('biller', event.target.value)}>
          <option value="">{t`All`}</option>
          {BILLERS.map((biller) => (
            <option key={biller} value={biller}>
              {BILLER_NAMES[biller]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={<Trans>User</Trans>}>
        <Input name="user" defaultValue={valueOf('user')} placeholder={t`Username, then Enter`} />
      </Field>
      <Field label={<Trans>Charge</Trans>}>
        <Select
          value={valueOf('open_charge')}
          onChange={(event) => onChange('open_charge', event.target.value)}
        >
          <option value="">{t`All`}</option>
          <option value="1">{t`To decide`}</option>
        </Select>
      </Field>
      <Field label={<Trans>Day (UTC)</Trans>}>
        <Input type="date" value={valueOf('day')} onChange={(event) => onChange('day', event.target.value)} />
      </Field>
    </form>
  );
}

/** `/admin/orders`: every order, by state, biller, person and day. */
export function OrdersPage() {
  const [params, setParams] = useSearchParams();
  const valueOf = (name: string): string => params.get(name) ?? '';
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    next.delete('before');
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next);
  };
  const desk = useDesk(params.toString(), (signal) => {
    const given = Object.fromEntries(
      FILTERS.flatMap((name) => (valueOf(name) ? [[name, valueOf(name)]] : [])),
    );
    const cursor = valueOf('before');
    return deskApi.listDeskOrders({ query: { limit: '50', ...given, ...(cursor && { cursor }) }, signal });
  });
  return (
    <section>
      <Filters valueOf={valueOf} onChange={change} />
      <DeskSection desk={desk}>
        {({ items, next_cursor: next }) =>
          items.length === 0 ? (
            <div className="p-4">
              {FILTERS.some(valueOf) ? (
                <Empty title={<Trans>No matching orders</Trans>}>
                  <Trans>Remove a filter to see more.</Trans>
                </Empty>
              ) : (
                <Empty title={<Trans>No orders yet</Trans>}>
                  <Trans>Every purchase is listed here from the moment it starts.</Trans>
                </Empty>
              )}
            </div>
          ) : (
            <>
              <OrderTable orders={items} />
              {next && (
                <div className="grid justify-center p-4">
                  <Button
                    kind="line"
                    onClick={() => setParams({ ...Object.fromEntries(params), before: next })}
                  >
                    <Trans>Older orders</Trans>
                  </Button>
                </div>
              )}
            </>
          )
        }
      </DeskSection>
    </section>
  );
}
