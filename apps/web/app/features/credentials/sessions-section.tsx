import { formatDayTime } from '@klieg/i18n';
import { Button, ErrorBox, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Answer } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/client.ts';
import { countryName } from '../../shared/country-name.ts';
import type { LoadedControl } from '../../shared/use-loaded.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

type LoginSession = Answer<'listSessions'>['items'][number];

function SessionRow({ session, onEnd }: { readonly session: LoginSession; readonly onEnd: () => void }) {
  const { t, i18n } = useLingui();
  const { browser, device } = session;
  const name = browser && device ? t`${browser} on ${device}` : browser || device || t`Unknown browser`;
  const since = formatDayTime(session.created_at, i18n.locale);
  const seen = formatDayTime(session.last_seen_at, i18n.locale);
  const place = session.country_code && countryName(session.country_code, i18n.locale);
  return (
    <li>
      <span className="min-w-0 grow">
        <b className="block truncate">{name}</b>
        <span className="small block text-ink-2">
          {place && <>{place} · </>}
          <Trans>since {since}</Trans>
          {!session.current && (
            <>
              {' · '}
              <Trans>seen {seen}</Trans>
            </>
          )}
        </span>
      </span>
      {session.current ? (
        <Tag tone="ok">
          <Trans>This device</Trans>
        </Tag>
      ) : (
        <Button kind="line" size="small" aria-label={t`Log out ${name}, seen ${seen}`} onClick={onEnd}>
          <Trans>Log out</Trans>
        </Button>
      )}
    </li>
  );
}

/** Where the account is logged in, each of the places endable. */
export function SessionsSection({ loaded }: { readonly loaded: LoadedControl<Answer<'listSessions'>> }) {
  const { state: saving, run } = useSave();
  const { state, reload, show } = loaded;
  const items = state.kind === 'ready' ? state.value.items : [];
  const keep = (stays: (session: LoginSession) => boolean) => show({ items: items.filter(stays) });
  const end = async (id: string) => {
    if (await run(() => api.revokeSession({ params: { id } }))) keep((session) => session.id !== id);
    // It may have ended by itself meanwhile.
    else reload();
  };
  const endOthers = async () => {
    if (await run(() => api.revokeOtherSessions({ body: {} }))) keep(({ current }) => current);
  };
  return (
    <SettingsSection
      title={<Trans>Where you are logged in</Trans>}
      note={<Trans>Logging one out takes effect at once.</Trans>}
      state={saving}
    >
      {state.kind === 'failed' && <ErrorBox title={<Trans>The list did not load</Trans>} onRetry={reload} />}
      {state.kind === 'loading' && <span className="skeleton h-20" aria-busy="true" />}
      {items.length > 0 && (
        <ul className="settings-people">
          {items.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => void end(session.id)} />
          ))}
        </ul>
      )}
      {items.length > 1 && (
        <div>
          <Button kind="danger" onClick={() => void endOthers()}>
            <Trans>Log out everywhere else</Trans>
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}
