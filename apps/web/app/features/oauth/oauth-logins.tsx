import type { OauthProvider } from '@klieg/contract';
import { Button, ErrorBox, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useConfirmed } from '../../shared/password/use-confirmed.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { PROVIDER_NAMES, providerNamed } from './provider-names.ts';

type Login = Answer<'listOauth'>['items'][number];

interface RowProps {
  readonly login: Login;
  readonly onConnect: () => void;
  readonly onEnd: () => void;
}

function LoginRow({ login, onConnect, onEnd }: RowProps) {
  const { t } = useLingui();
  const name = PROVIDER_NAMES[login.provider];
  return (
    <li>
      <span className="min-w-0 grow">
        <b className="block">{name}</b>
        <span className="small block truncate text-ink-2">
          {login.linked_at === null ? (
            <Trans>Not connected</Trans>
          ) : (
            (login.email_masked ?? <Trans>Connected</Trans>)
          )}
        </span>
      </span>
      {login.linked_at === null ? (
        <Button size="small" aria-label={t`Connect ${name}`} onClick={onConnect}>
          <Trans>Connect</Trans>
        </Button>
      ) : (
        <Button kind="line" size="small" aria-label={t`Disconnect ${name}`} onClick={onEnd}>
          <Trans>End</Trans>
        </Button>
      )}
    </li>
  );
}

/** What came of connecting one, as the address says it. */
function ConnectResult() {
  const [query] = useSearchParams();
  const name = providerNamed(query.get('provider'));
  const result = query.get('oauth');
  if (!name || (result !== 'linked' && result !== 'taken')) return null;
  return result === 'linked' ? (
    <Notice tone="ok" title={<Trans>{name} is connected</Trans>}>
      <Trans>You can now log in with it.</Trans>
    </Notice>
  ) : (
    <Notice tone="bad" title={<Trans>{name} was not connected</Trans>}>
      <Trans>That login belongs to another account, or this account already has one of that kind.</Trans>
    </Notice>
  );
}

/** External accounts used to log in. */
export function OauthLogins() {
  const { t } = useLingui();
  const save = useSave();
  const { question, run } = useConfirmed((error) => void save.run(() => Promise.reject(error as Error)));
  const { state, reload, show } = useLoaded('oauth-logins', (signal) => lateApi.listOauth({ signal }));
  if (state.kind === 'ready' && state.value.items.length === 0) return null;
  const connect = (provider: OauthProvider) =>
    run(async () => {
      const { location: page } = await lateApi.linkOauth({ params: { provider }, body: {} });
      location.assign(page);
    });
  const end = (provider: OauthProvider) =>
    run(async () => {
      const { items } = await lateApi.unlinkOauth({ params: { provider }, body: {} });
      await save.run(() => Promise.resolve(show({ items })));
    });
  return (
    <SettingsSection
      title={t`Log in with another account`}
      note={<Trans>What you connect here can log in to this account without its password.</Trans>}
      state={save.state}
    >
      <ConnectResult />
      {question}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>Your logins did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'loading' && <span className="skeleton h-13" aria-busy="true" />}
      {state.kind === 'ready' && (
        <ul className="settings-people">
          {state.value.items.map((login) => (
            <LoginRow
              key={login.provider}
              login={login}
              onConnect={() => void connect(login.provider)}
              onEnd={() => void end(login.provider)}
            />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
