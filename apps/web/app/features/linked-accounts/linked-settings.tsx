import type { Settings } from '@klieg/contract';
import { Avatar, Button, ErrorBox, Switch, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { LinkForm } from './link-form.tsx';
import { switchAccount } from './switch-account.ts';

type LinkedAccount = Answer<'listLinkedAccounts'>['items'][number];

interface RowProps {
  readonly account: LinkedAccount;
  readonly onSwitch: () => void;
  readonly onEnd: () => void;
}

function AccountRow({ account, onSwitch, onEnd }: RowProps) {
  const { t } = useLingui();
  const { username, is_current: isCurrent } = account;
  return (
    <li>
      <Avatar src={account.thumb_url} name={username} />
      <b className="min-w-0 grow truncate">{username}</b>
      {isCurrent ? (
        <Tag tone="ok">
          <Trans>This account</Trans>
        </Tag>
      ) : (
        <>
          <Button size="small" aria-label={t`Switch to ${username}`} onClick={onSwitch}>
            <Trans>Switch</Trans>
          </Button>
          <Button kind="line" size="small" aria-label={t`Unlink ${username}`} onClick={onEnd}>
            <Trans>End</Trans>
          </Button>
        </>
      )}
    </li>
  );
}

/** Whether the menu at the own picture offers the other accounts. */
function InMenu({ settings }: { readonly settings: Settings }) {
  const { state, save } = useSave();
  const isShown = settings.hide_linked_accounts === 'NO';
  return (
    <SettingsSection title={<Trans>Menu</Trans>} state={state}>
      <Switch checked={isShown} onChange={() => void save({ hide_linked_accounts: isShown ? 'YES' : 'NO' })}>
        <Trans>Show my linked accounts in the account menu</Trans>
      </Switch>
    </SettingsSection>
  );
}

/** One's own accounts, between which one changes without a password. */
export function LinkedSettings() {
  const { t } = useLingui();
  const save = useSave();
  const settings = useMember()?.settings;
  const { state, reload, show } = useLoaded('linked', (signal) => lateApi.listLinkedAccounts({ signal }));
  const ready = state.kind === 'ready' ? state.value : undefined;
  const keep = (items: readonly LinkedAccount[]) => ready && show({ ...ready, items: [...items] });
  const end = async (id: number) => {
    const ended = await save.run(async () =>
      keep((await lateApi.unlinkAccount({ params: { id: String(id) }, body: {} })).items),
    );
    // The other account may have ended it meanwhile.
    if (!ended) reload();
  };
  const goTo = async (id: number) => {
    if (!(await save.run(() => switchAccount(id)))) reload();
  };
  const max = ready?.max ?? 0;
  const isFull = ready !== undefined && ready.items.length > max;
  return (
    <>
      <SettingsSection
        title={t`Linked accounts`}
        note={
          <Trans>
            Switch between your own accounts in one press. A new password or two-step login ends a link.
          </Trans>
        }
        state={save.state}
      >
        {state.kind === 'failed' && (
          <ErrorBox title={<Trans>Your linked accounts did not load</Trans>} onRetry={reload} />
        )}
        {state.kind === 'loading' && <span className="skeleton h-13" aria-busy="true" />}
        {ready && (
          <ul className="settings-people">
            {ready.items.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                onSwitch={() => void goTo(account.id)}
                onEnd={() => void end(account.id)}
              />
            ))}
          </ul>
        )}
        {ready && !isFull && <LinkForm save={save} onLinked={keep} />}
        {isFull && (
          <p className="small text-ink-2">
            <Trans>You have linked {max} accounts, which is the maximum. Unlink one to add another.</Trans>
          </p>
        )}
      </SettingsSection>
      {settings && <InMenu settings={settings} />}
    </>
  );
}
