import type { HouseSanction } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, buttonClass, Empty, Field, Input, Select, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { LiftForm } from './lift-form.tsx';
import { PersonPanel } from './person-panel.tsx';
import { SANCTION_WORDS, SUSPENSION_WORDS, wordsOfSanction } from './sanction-words.ts';

type Listed = Awaited<ReturnType<typeof deskApi.listSanctionsInForce>>['items'][number];

const isKind = (text: string): text is HouseSanction['kind'] => Object.hasOwn(SANCTION_WORDS, text);

interface RowProps {
  readonly one: Listed;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onLifted: () => void;
}

function Row({ one, isChosen, onChoose, onLifted }: RowProps) {
  const { t, i18n } = useLingui();
  const reason = SUSPENSION_WORDS[one.reason_code];
  const { until } = one;
  return (
    <li className="mod-sanction">
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone={one.kind === 'suspend' ? 'bad' : 'neutral'}>{t(wordsOfSanction(one))}</Tag>
        <Button kind="text" size="small" aria-pressed={isChosen} onClick={onChoose}>
          {one.username}
        </Button>
        {one.room !== null && (
          <span className="small">
            <Trans>
              in <a href={`/${one.room}`}>{one.room}</a>
            </Trans>
          </span>
        )}
        <span className="small grow text-ink-2">
          {until === null ? (
            <Trans>Until lifted</Trans>
          ) : (
            <Trans>Until {formatDayTime(until, i18n.locale)}</Trans>
          )}
        </span>
      </div>
      <span className="small text-ink-2">
        <time dateTime={one.at}>{formatDayTime(one.at, i18n.locale)}</time>
        {one.by !== null && ` · ${one.by}`}
        {one.reason_code !== '' && ` · ${reason ? t(reason) : one.reason_code}`}
      </span>
      <LiftForm id={one.id} username={one.username} onLifted={onLifted} />
    </li>
  );
}

interface FiltersProps {
  readonly kind: string;
  readonly username: string;
  readonly onChange: (changes: Record<string, string>) => void;
}

function Filters({ kind, username, onChange }: FiltersProps) {
  const { t } = useLingui();
  return (
    <form
      className="mod-filters"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget).get('username');
        const username = String(given ?? '')
          .trim()
          .toLowerCase();
        // Somebody without current sanctions can be sanctioned too.
        onChange({ username, person: username, from: '' });
      }}
    >
      <Field label={<Trans>Username</Trans>}>
        <Input name="username" type="search" maxLength={30} defaultValue={username} />
      </Field>
      <Field label={<Trans>What</Trans>}>
        <Select value={kind} onChange={(event) => onChange({ kind: event.target.value })}>
          <option value="">{t`All`}</option>
          {Object.entries(SANCTION_WORDS).map(([key, word]) => (
            <option key={key} value={key}>
              {t(word)}
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

/** The way from an older page to the newest. */
function Newest({ params }: { readonly params: URLSearchParams }) {
  const others = new URLSearchParams(params);
  others.delete('from');
  return (
    <Link className={buttonClass({ kind: 'line' })} to={{ search: others.toString() }}>
      <Trans>Newest</Trans>
    </Link>
  );
}

/** `/mod/sanctions`: what people may not do now, in rooms and on the whole site, and the way to lift it. */
export function SanctionsPage() {
  const [params, setParams] = useSearchParams();
  const valueOf = (name: string): string => params.get(name) ?? '';
  const change = (changes: Record<string, string>, replace = true) => {
    const next = new URLSearchParams(params);
    if (!('person' in changes)) next.delete('from');
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value);
      else next.delete(name);
    setParams(next, { replace, preventScrollReset: true });
  };
  const [kind, username, from, person] = [
    valueOf('kind'),
    valueOf('username'),
    valueOf('from'),
    valueOf('person'),
  ];
  const desk = useDesk(`sanctions ${kind} ${username} ${from}`, (signal) =>
    deskApi.listSanctionsInForce({
      query: {
        limit: '50',
        ...(isKind(kind) && { kind }),
        ...(username && { username }),
        ...(from && { cursor: from }),
      },
      signal,
    }),
  );
  return (
    <div className="mod-console mod-live" data-chosen={person !== ''}>
      <section>
        <Filters key={username} kind={kind} username={username} onChange={change} />
        <DeskSection desk={desk}>
          {({ items, in_force: inForce, next_cursor: next }) =>
            items.length === 0 && from !== '' ? (
              <Empty title={<Trans>Nothing older is in force</Trans>} action={<Newest params={params} />} />
            ) : items.length === 0 ? (
              <Empty title={<Trans>Nothing is in force</Trans>}>
                <Trans>Suspensions, bans and silences are listed here until they end or are lifted.</Trans>
              </Empty>
            ) : (
              <>
                <p className="small px-4 pb-2 text-ink-2">
                  <Trans>{inForce} in force</Trans>
                </p>
                <ul className="mod-sanctions">
                  {items.map((one) => (
                    <Row
                      key={one.id}
                      one={one}
                      isChosen={one.username === person}
                      onChoose={() => change({ person: one.username })}
                      onLifted={desk.reload}
                    />
                  ))}
                </ul>
                <div className="flex justify-center gap-3 p-4">
                  {from !== '' && <Newest params={params} />}
                  {next !== null && (
                    <Button kind="line" onClick={() => change({ from: next }, false)}>
                      <Trans>Older</Trans>
                    </Button>
                  )}
                </div>
              </>
            )
          }
        </DeskSection>
      </section>
      <div className="mod-side">
        {person === '' ? (
          <Empty title={<Trans>Nobody chosen</Trans>}>
            <Trans>Choose or search for a name to see past sanctions, and to act.</Trans>
          </Empty>
        ) : (
          <>
            <Button kind="text" size="small" className="mod-back" onClick={() => change({ person: '' })}>
              <Trans>Back to the list</Trans>
            </Button>
            <PersonPanel key={person} username={person} onChanged={desk.reload} />
          </>
        )}
      </div>
    </div>
  );
}
