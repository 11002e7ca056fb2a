import type { AdminUserInList } from '@klieg/contract';
import { formatMoment, formatMoney } from '@klieg/i18n';
import { Button, Empty, Field, HeadCell, Input, Select, Tag, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { countryName } from '../../shared/country-name.ts';
import { countriesOf } from '../../shared/places.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { ExportUsers } from './export-users.tsx';
import { ROLE_WORDS, ROLES, standingOf, STATE_FLAGS } from './user-words.ts';

const FILTERS = ['q', 'type', 'flag', 'country'] as const;
type FilterName = (typeof FILTERS)[number];

/** A log-in used this recently counts as now; it is recorded about once a minute. */
const NOW_MS = 5 * 60_000;

interface RowProps {
  readonly user: AdminUserInList;
  readonly openedAt: number;
}

function Row({ user, openedAt }: RowProps) {
  const { t, i18n } = useLingui();
  const seen = user.last_seen_at;
  // Models have earnings, which are on their page.
  const isViewer = user.type === 'other';
  const [word, tone] = standingOf(user);
  return (
    <tr>
      <td className="strong">
        <Link className="row-button" to={`/admin/users/${user.id}`}>
          {user.username}
        </Link>
      </td>
      <td className="text-ink-2 max-desktop:hidden">{user.email ?? '—'}</td>
      <td className="text-ink-2 max-tablet:hidden">{isViewer ? t`Viewer` : t`Model`}</td>
      <td className="figure is-end">
        {isViewer ? <TokenAmount amountTokens={user.tokens} className="justify-end" /> : '—'}
      </td>
      <td className="figure is-end max-tablet:hidden">
        {isViewer ? formatMoney(user.spent_cents, 'USD', i18n.locale) : '—'}
      </td>
      <td className="whitespace-normal! text-ink-2 max-tablet:hidden">
        {user.country_code === null ? '—' : countryName(user.country_code, i18n.locale)}
      </td>
      <td>
        <Tag tone={tone}>{t(word)}</Tag>
      </td>
      <td className="figure text-ink-2 max-tablet:hidden">
        {seen === null
          ? '—'
          : openedAt - Date.parse(seen) < NOW_MS
            ? t`now`
            : formatMoment(seen, i18n.locale, new Date(openedAt))}
      </td>
    </tr>
  );
}

function UserTable({ users }: { readonly users: readonly AdminUserInList[] }) {
  const [openedAt] = useState(() => Date.now());
  return (
    <table className="data-table">
      <thead>
        <tr>
          <HeadCell>
            <Trans>User</Trans>
          </HeadCell>
          <HeadCell className="max-desktop:hidden">
            <Trans>Email</Trans>
          </HeadCell>
          <HeadCell className="max-tablet:hidden">
            <Trans>Kind</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Tokens</Trans>
          </HeadCell>
          <HeadCell end className="max-tablet:hidden">
            <Trans>Spent</Trans>
          </HeadCell>
          <HeadCell className="max-tablet:hidden">
            <Trans>Country</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>State</Trans>
          </HeadCell>
          <HeadCell className="max-tablet:hidden">
            <Trans>Seen</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <Row key={user.id} user={user} openedAt={openedAt} />
        ))}
      </tbody>
    </table>
  );
}

/** Countries by name; an address that names one shows its code until they are there. */
function CountrySelect(props: { readonly value: string; readonly onChange: (code: string) => void }) {
  const { t, i18n } = useLingui();
  const { state } = useLoaded('geo', (signal) => lateApi.getGeoLists({ signal }));
  const countries = state.kind === 'ready' ? countriesOf(state.value, i18n.locale) : [];
  const isKnown = props.value === '' || countries.some(({ code }) => code === props.value);
  return (
    <Select value={props.value} onChange={(event) => props.onChange(event.target.value)}>
      <option value="">{t`All`}</option>
      {!isKnown && <option value={props.value}>{props.value}</option>}
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}

interface FiltersProps {
  readonly valueOf: (name: FilterName) => string;
  readonly onChange: (changes: Partial<Record<FilterName, string>>) => void;
}

function Filters({ valueOf, onChange }: FiltersProps) {
  const { t } = useLingui();
  return (
    <form
      className="desk-filters"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ q: String(new FormData(event.currentTarget).get('q') ?? '').trim() });
      }}
    >
      <Field label={<Trans>Name, email or number</Trans>}>
        <Input name="q" type="search" maxLength={254} defaultValue={valueOf('q')} />
      </Field>
      <Field label={<Trans>Country</Trans>}>
        <CountrySelect value={valueOf('country')} onChange={(country) => onChange({ country })} />
      </Field>
      <Field label={<Trans>Kind</Trans>}>
        <Select value={valueOf('type')} onChange={(event) => onChange({ type: event.target.value })}>
          <option value="">{t`All`}</option>
          <option value="other">{t`Viewers`}</option>
          <option value="model">{t`Models`}</option>
        </Select>
      </Field>
      <Field label={<Trans>State or role</Trans>}>
        <Select value={valueOf('flag')} onChange={(event) => onChange({ flag: event.target.value })}>
          <option value="">{t`All`}</option>
          {Object.entries(STATE_FLAGS).map(([flag, word]) => (
            <option key={flag} value={flag}>
              {t(word)}
            </option>
          ))}
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {t(ROLE_WORDS[role])}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" kind="line" className="self-end">
        <Trans>Search</Trans>
      </Button>
    </form>
  );
}

/** `/admin/users`: every account, by name, address or number, kind, country, role and state. */
export function UsersPage() {
  const [params, setParams] = useSearchParams();
  const valueOf = (name: string): string => params.get(name) ?? '';
  const change = (changes: Partial<Record<FilterName, string>>) => {
    const next = new URLSearchParams(params);
    next.delete('before');
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value);
      else next.delete(name);
    setParams(next);
  };
  const given = Object.fromEntries(FILTERS.flatMap((name) => (valueOf(name) ? [[name, valueOf(name)]] : [])));
  const desk = useDesk(params.toString(), (signal) => {
    const cursor = valueOf('before');
    return deskApi.listDeskUsers({ query: { limit: '50', ...given, ...(cursor && { cursor }) }, signal });
  });
  return (
    <section>
      <div className="desk-find">
        <Filters key={valueOf('q')} valueOf={valueOf} onChange={change} />
        <ExportUsers wanted={given} />
      </div>
      <DeskSection desk={desk}>
        {({ items, next_cursor: next }) =>
          items.length === 0 ? (
            <div className="p-4">
              <Empty title={<Trans>No matching accounts</Trans>}>
                <Trans>Remove a filter, or search for a part of the name.</Trans>
              </Empty>
            </div>
          ) : (
            <>
              <UserTable users={items} />
              {next && (
                <div className="grid justify-center p-4">
                  <Button
                    kind="line"
                    onClick={() => setParams({ ...Object.fromEntries(params), before: next })}
                  >
                    <Trans>Older accounts</Trans>
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
