import type { AdminUserWhole } from '@klieg/contract';
import { formatAmount, formatDay, formatMoney } from '@klieg/i18n';
import { Avatar, FactList, joinClasses, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { countryName } from '../../shared/country-name.ts';
import { BILLER_NAMES } from '../money-desk/index.ts';
import { ROLE_WORDS, standingOf } from './user-words.ts';

function Roles({ user }: { readonly user: AdminUserWhole }) {
  const { t } = useLingui();
  if (user.user_roles.length === 0) return '—';
  return (
    <span className="flex flex-wrap justify-end gap-1">
      {user.user_roles.map((role) => (
        <Tag key={role}>{t(ROLE_WORDS[role])}</Tag>
      ))}
    </span>
  );
}

/** Of how many orders that were ever paid the money went back. */
const Chargebacks = ({
  user: { charged_back: back, paid_orders: paid },
}: {
  readonly user: AdminUserWhole;
}) => (
  <span className={joinClasses('figure', back > 0 && 'desk-bad')}>
    <Trans>
      {back} of {paid}
    </Trans>
  </span>
);

/** Name, age here and state of an account. */
function Head({ user }: { readonly user: AdminUserWhole }) {
  const { t, i18n } = useLingui();
  const [word, tone] = standingOf(user);
  return (
    <div className="flex items-center gap-3">
      <Avatar src={user.avatar} name={user.display_name} />
      <div className="min-w-0 grow">
        <h2 className="truncate">{user.username}</h2>
        <p className="small text-ink-2">
          #{user.id}
          {user.created_at && (
            <>
              {' · '}
              <Trans>joined {formatDay(user.created_at, i18n.locale)}</Trans>
            </>
          )}
        </p>
      </div>
      <Tag tone={tone}>
        {user.suspension_date === null ? (
          t(word)
        ) : (
          <Trans>Suspended since {formatDay(user.suspension_date, i18n.locale)}</Trans>
        )}
      </Tag>
    </div>
  );
}

/** Identity, state and balance of the account; the money desk has the rest. */
export function UserFacts({ user }: { readonly user: AdminUserWhole }) {
  const { t, i18n } = useLingui();
  const tokens = (amount: number) => formatAmount(amount, i18n.locale);
  const none = '—';
  return (
    <>
      <Head user={user} />
      <FactList
        facts={[
          {
            label: <Trans>Email</Trans>,
            value: (
              <span className="wrap-anywhere">
                {user.email ?? none}{' '}
                {user.email && user.email_confirmed === 0 && (
                  <Tag tone="warn">
                    <Trans>not confirmed</Trans>
                  </Tag>
                )}
              </span>
            ),
          },
          { label: <Trans>Kind</Trans>, value: user.type === 'model' ? t`Model` : t`Viewer` },
          {
            label: <Trans>Country</Trans>,
            value: user.country_code === null ? none : countryName(user.country_code, i18n.locale),
          },
          { label: <Trans>Born</Trans>, value: user.birth_date ?? none },
          { label: <Trans>Membership</Trans>, value: user.membership ?? none },
          { label: <Trans>Roles</Trans>, value: <Roles user={user} /> },
          {
            label: <Trans>Balance</Trans>,
            value: (
              <Link className="desk-link figure" to={`/admin/ledger?account=${user.ledger_account}`}>
                <Trans>{tokens(user.balances.spendable)} tokens</Trans>
              </Link>
            ),
          },
          { label: <Trans>Held</Trans>, value: tokens(user.balances.held) },
          ...(user.type === 'model'
            ? [{ label: <Trans>Earned</Trans>, value: tokens(user.balances.earning) }]
            : [
                { label: <Trans>Spent</Trans>, value: formatMoney(user.spent_cents, 'USD', i18n.locale) },
                { label: <Trans>Chargebacks</Trans>, value: <Chargebacks user={user} /> },
              ]),
          {
            label: <Trans>Cards</Trans>,
            value:
              user.cards
                .map(({ biller, brand, last4 }) => `${brand} ${last4}, ${BILLER_NAMES[biller]}`)
                .join(' · ') || none,
          },
        ]}
      />
    </>
  );
}
