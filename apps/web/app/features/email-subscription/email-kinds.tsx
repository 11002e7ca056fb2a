import type { EmailKind } from '@klieg/contract';
import { Button, buttonClass, Notice, Switch } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';
import { useLoaded } from '../../shared/use-loaded.ts';

const WORDS: Readonly<Record<EmailKind, { readonly name: ReactNode; readonly note: ReactNode }>> = {
  offers: { name: <Trans>Offers</Trans>, note: <Trans>Discounts on tokens and memberships.</Trans> },
  news: { name: <Trans>News</Trans>, note: <Trans>What is new on the site.</Trans> },
  models_online: {
    name: <Trans>Performers you follow</Trans>,
    note: <Trans>When they go live, or a stream begins that you set a reminder for.</Trans>,
  },
  pm: { name: <Trans>Private messages</Trans>, note: <Trans>When someone writes to you.</Trans> },
  receipts: {
    name: <Trans>Receipts and your account</Trans>,
    note: <Trans>Always on: payments, logins, account changes.</Trans>,
  },
};

/** Which kinds of mails somebody gets. @param token that of a mail's link; absent: by the log-in */
export function EmailKinds({ token }: { readonly token?: string | undefined }) {
  const { state: saving, run } = useSave();
  const by = token === undefined ? {} : { token };
  const { state, reload, show } = useLoaded(`email kinds ${token ?? ''}`, (signal) =>
    lateApi.getEmailSubscription({ query: by, signal }),
  );
  if (state.kind === 'failed')
    return (
      <div className="p-4">
        <Notice
          tone="warn"
          title={<Trans>This link is invalid or has expired</Trans>}
          action={
            <Button size="small" onClick={reload}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>Use the link in a newer email, or log in and choose in your settings.</Trans>
        </Notice>
        <Link className={buttonClass({ kind: 'line' })} to="/account/settings/email">
          <Trans>Log in and choose</Trans>
        </Link>
      </div>
    );
  if (state.kind === 'loading') return <output className="skeleton m-4 block h-60" aria-busy="true" />;
  const { value } = state;
  const save = (body: { kinds: Partial<Record<EmailKind, boolean>>; all_off?: boolean }) =>
    void run(async () => {
      const { kinds } = await lateApi.saveEmailSubscription({ query: {}, body: { ...by, ...body } });
      const isAllOff = kinds.every(({ key, enabled }) => !enabled || key === 'receipts');
      show({ ...value, kinds, all_off: isAllOff });
    });
  const { email_masked: address, all_off: isAllOff } = value;
  return (
    <SettingsSection
      title={<Trans>Emails to {address}</Trans>}
      note={<Trans>Your choice applies from the next email on.</Trans>}
      state={saving}
    >
      {value.kinds.map(({ key, enabled }) => (
        <Switch
          key={key}
          checked={enabled}
          disabled={key === 'receipts'}
          note={WORDS[key].note}
          onChange={(event) => save({ kinds: { [key]: event.target.checked } })}
        >
          {WORDS[key].name}
        </Switch>
      ))}
      <div>
        <Button kind="line" disabled={isAllOff} onClick={() => save({ kinds: {}, all_off: true })}>
          <Trans>Stop all but receipts</Trans>
        </Button>
      </div>
    </SettingsSection>
  );
}
