import type { AdminUserWhole, TokenCorrection } from '@klieg/contract';
import { SUSPENSION_REASONS } from '@klieg/contract/features/user-desk/limits';
import { formatAmount, formatDayTime, formatMoney, formatSignedAmount } from '@klieg/i18n';
import { Button, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BILLER_NAMES, ORDER_STATES } from '../money-desk/index.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { CORRECTION_STATES, REASON_WORDS } from './user-words.ts';

interface ListProps {
  readonly user: AdminUserWhole;
}

function Nothing() {
  return (
    <p className="text-ink-2">
      <Trans>Nothing yet.</Trans>
    </p>
  );
}

/** What staff did to the account. */
export function Deeds({ user }: ListProps) {
  const { i18n } = useLingui();
  const own = useMember()?.user;
  const mayAudit = own?.isSuperAdmin === true || own?.user_roles.includes('auditor');
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="grow">
          <Trans>Staff actions</Trans>
        </h2>
        {mayAudit && (
          <Link className="desk-link" to={`/admin/audit?target=account:${user.id}`}>
            <Trans>Audit log</Trans>
          </Link>
        )}
      </div>
      {user.audit.length === 0 && <Nothing />}
      <ol className="timeline desk-told">
        {user.audit.map(({ at, actor, action, detail }, place) => (
          <li key={`${at} ${place}`}>
            <time className="figure" dateTime={at}>
              {formatDayTime(at, i18n.locale)}
            </time>
            <span className="wrap-anywhere">
              <b>{action}</b> <span className="text-ink-2">{actor}</span>
              {Object.entries(detail).map(([name, value]) => (
                <span key={name} className="block text-ink-2">
                  {name}: {value}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The newest orders, each with its page at the money desk. */
export function Orders({ user }: ListProps) {
  const { t, i18n } = useLingui();
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="grow">
          <Trans>Orders</Trans>
        </h2>
        <Link className="desk-link" to={`/admin/orders?user=${user.username}`}>
          <Trans>All orders</Trans>
        </Link>
      </div>
      {user.orders.length === 0 && <Nothing />}
      <table className="data-table data-table-dense">
        <tbody>
          {user.orders.map((order) => (
            <tr key={order.order_id}>
              <td className="figure">
                <Link className="desk-link" to={`/admin/orders/${order.order_id}`}>
                  {formatDayTime(order.at, i18n.locale)}
                </Link>
              </td>
              <td className="text-ink-2 max-tablet:hidden">{BILLER_NAMES[order.biller]}</td>
              <td className="is-end figure max-tablet:hidden">{formatAmount(order.tokens, i18n.locale)}</td>
              <td className="is-end figure">{formatMoney(order.amount, order.currency, i18n.locale)}</td>
              <td className="is-end">
                <Tag tone={ORDER_STATES[order.state][1]}>{t(ORDER_STATES[order.state][0])}</Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CorrectionsProps extends ListProps {
  /** Absent: the visitor may confirm nothing. */
  readonly onConfirm: ((correction: TokenCorrection) => void) | undefined;
}

/** Tokens that staff gave or took; pending ones must be confirmed by somebody else. */
export function Corrections({ user, onConfirm }: CorrectionsProps) {
  const { t, i18n } = useLingui();
  const own = useMember()?.user.username;
  if (user.corrections.length === 0) return null;
  return (
    <section className="module">
      <h2>
        <Trans>Tokens by staff</Trans>
      </h2>
      <ul className="grid gap-3">
        {user.corrections.map((one) => (
          <li key={one.id} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <b className="figure">{formatSignedAmount(one.tokens, i18n.locale)}</b>
              <Tag tone={CORRECTION_STATES[one.state][1]}>{t(CORRECTION_STATES[one.state][0])}</Tag>
              {onConfirm && one.state === 'proposed' && one.asked_by !== own && (
                <Button kind="line" onClick={() => onConfirm(one)}>
                  <Trans>Confirm…</Trans>
                </Button>
              )}
            </span>
            <span className="wrap-anywhere">{one.reason}</span>
            <span className="small text-ink-3">
              {[one.asked_by, one.confirmed_by].filter(Boolean).join(', ')},{' '}
              {formatDayTime(one.at, i18n.locale)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Log-ins that are open now. */
export function Sessions({ user }: ListProps) {
  const { t, i18n } = useLingui();
  return (
    <section className="module">
      <h2>
        <Trans>Open logins</Trans>
      </h2>
      {user.sessions.length === 0 && <Nothing />}
      <table className="data-table data-table-dense">
        <tbody>
          {user.sessions.map((session) => (
            <tr key={`${session.created_at} ${session.ip}`}>
              <td>{[session.browser, session.device].filter(Boolean).join(', ') || t`Unknown browser`}</td>
              <td className="figure text-ink-2 max-tablet:hidden">
                {session.ip} {session.country_code ?? ''}
              </td>
              <td className="is-end figure text-ink-2">{formatDayTime(session.last_seen_at, i18n.locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Suspensions, the one in force first. */
export function Sanctions({ user }: ListProps) {
  const { t, i18n } = useLingui();
  const when = (at: string) => formatDayTime(at, i18n.locale);
  const wordOf = (code: string) => {
    const known = SUSPENSION_REASONS.find((reason) => reason === code);
    return known ? t(REASON_WORDS[known]) : code;
  };
  if (user.sanctions.length === 0) return null;
  return (
    <section className="module">
      <h2>
        <Trans>Suspensions</Trans>
      </h2>
      <ul className="grid gap-3">
        {user.sanctions.map((one) => (
          <li key={one.id} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <b>{wordOf(one.reason_code)}</b>
              {one.lifted_at && (
                <Tag>
                  <Trans>Lifted {when(one.lifted_at)}</Trans>
                </Tag>
              )}
              {!one.lifted_at && one.until && (
                <Tag tone="warn">
                  <Trans>Until {when(one.until)}</Trans>
                </Tag>
              )}
            </span>
            <span className="wrap-anywhere">{one.statement}</span>
            <span className="small text-ink-3">
              {one.by}, {when(one.at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What staff wrote down for staff. */
export function Notes({ user, children }: ListProps & { readonly children: ReactNode }) {
  const { i18n } = useLingui();
  if (user.notes.length === 0 && !children) return null;
  return (
    <section className="module">
      <h2>
        <Trans>Notes</Trans>
      </h2>
      {user.notes.map(({ by, text, at }) => (
        <p key={`${at} ${by}`} className="grid gap-1">
          <span className="wrap-anywhere">{text}</span>
          <span className="small text-ink-3">
            {by}, {formatDayTime(at, i18n.locale)}
          </span>
        </p>
      ))}
      {children}
    </section>
  );
}
