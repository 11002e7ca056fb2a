import type { HouseSanction } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { FactList } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { SanctionForm } from './sanction-form.tsx';
import { SUSPENSION_WORDS, wordsOfSanction } from './sanction-words.ts';

/** One of the person's sanctions: what, where, by whom, and until when. */
function Past({ one }: { readonly one: HouseSanction }) {
  const { t, i18n } = useLingui();
  const reason = SUSPENSION_WORDS[one.reason_code];
  const ended = one.lifted_at ?? one.until;
  return (
    <li className="small">
      <b>{t(wordsOfSanction(one))}</b>
      {one.room !== null && (
        <>
          {' · '}
          <a href={`/${one.room}`}>{one.room}</a>
        </>
      )}
      {' · '}
      <time dateTime={one.at}>{formatDayTime(one.at, i18n.locale)}</time>
      {ended !== null && (
        <>
          {' – '}
          <time dateTime={ended}>{formatDayTime(ended, i18n.locale)}</time>
        </>
      )}
      {one.by !== null && ` · ${one.by}`}
      {one.reason_code !== '' && (
        <span className="block text-ink-2">{reason ? t(reason) : one.reason_code}</span>
      )}
    </li>
  );
}

export interface PersonPanelProps {
  readonly username: string;
  /** Something was done about the person. */
  readonly onChanged: () => void;
}

/** What moderators know of a person: earlier actions, reports by others, and what can be done now. */
export function PersonPanel({ username, onChanged }: PersonPanelProps) {
  const { i18n } = useLingui();
  const desk = useDesk(`person ${username}`, (signal) =>
    deskApi.getSanctioned({ params: { username }, signal }),
  );
  return (
    <DeskSection desk={desk}>
      {({ user, type, created_at: since, suspension_date: suspended, sanctions, reports, linked }) => (
        <section className="mod-panel" aria-label={user.username}>
          <h2>
            <a href={`/${user.username}`}>{user.username}</a>
          </h2>
          <FactList
            facts={[
              {
                label: <Trans>Kind</Trans>,
                value: type === 'model' ? <Trans>Model</Trans> : <Trans>Viewer</Trans>,
              },
              { label: <Trans>Joined</Trans>, value: formatDayTime(since, i18n.locale) },
              {
                label: <Trans>Suspended</Trans>,
                value: suspended === null ? <Trans>No</Trans> : formatDayTime(suspended, i18n.locale),
              },
              { label: <Trans>Open reports</Trans>, value: String(reports.open) },
              { label: <Trans>Upheld reports</Trans>, value: String(reports.upheld) },
              { label: <Trans>Linked accounts</Trans>, value: linked.join(', ') || '–' },
            ]}
          />
          <SanctionForm
            username={user.username}
            isModel={type === 'model'}
            onDone={() => {
              desk.reload();
              onChanged();
            }}
          />
          <h3 className="mod-head">
            <Trans>Sanctions so far</Trans>
          </h3>
          {sanctions.length === 0 ? (
            <p className="small text-ink-2">
              <Trans>None.</Trans>
            </p>
          ) : (
            <ul className="grid gap-2">
              {sanctions.map((one) => (
                <Past key={one.id} one={one} />
              ))}
            </ul>
          )}
        </section>
      )}
    </DeskSection>
  );
}
