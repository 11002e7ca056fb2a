import { formatDay } from '@klieg/i18n';
import { Button, ConfirmDialog, Dialog, Field, Icon, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { canUsePasskeys } from '../../shared/passkeys/can-use-passkeys.ts';
import { makePasskey, PasskeyNotGiven } from '../../shared/passkeys/passkeys.ts';
import { useConfirmed } from '../../shared/password/use-confirmed.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';
import { useClientValue } from '../../shared/use-client-value.ts';
import type { FactorSectionProps } from './second-step-section.tsx';

type Passkey = Answer<'getTwoFactor'>['passkeys'][number];

function PasskeyRow({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const { t, i18n } = useLingui();
  const { name } = passkey;
  const added = formatDay(passkey.created_at, i18n.locale);
  const used = passkey.last_used_at && formatDay(passkey.last_used_at, i18n.locale);
  return (
    <li>
      <Icon name="fingerprint" />
      <span className="min-w-0 grow">
        <b className="block truncate">{name}</b>
        <span className="small block text-ink-2">
          <Trans>added {added}</Trans>
          {used && (
            <>
              {' · '}
              <Trans>used {used}</Trans>
            </>
          )}
        </span>
      </span>
      <Button kind="line" size="small" aria-label={t`Remove ${name}`} onClick={onRemove}>
        <Trans>Remove</Trans>
      </Button>
    </li>
  );
}

interface NameDialogProps {
  readonly onNamed: (name: string) => void;
  readonly onClose: () => void;
}

/** Under which name a new passkey is listed. */
function NameDialog({ onNamed, onClose }: NameDialogProps) {
  const { t } = useLingui();
  const [name, setName] = useState(() => t`This device`);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onNamed(name.trim());
  };
  return (
    <Dialog title={<Trans>Add a passkey</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <p>
          <Trans>
            Your browser asks for your fingerprint, face or device PIN. They never leave the device.
          </Trans>
        </p>
        <Field label={<Trans>Name in your list</Trans>}>
          <Input maxLength={40} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Button type="submit" kind="key" disabled={name.trim() === ''}>
          <Trans>Continue</Trans>
        </Button>
      </form>
    </Dialog>
  );
}

type Opened = { readonly kind: 'name' } | { readonly kind: 'remove'; readonly passkey: Passkey };

/** Passkeys: each logs in without a password, and replaces a code. */
export function PasskeysSection({ loaded, onChanged }: FactorSectionProps) {
  const { t } = useLingui();
  const save = useSave();
  const { state, reload } = loaded;
  const [opened, setOpened] = useState<Opened>();
  const canUse = useClientValue(canUsePasskeys, true);
  const { question, run } = useConfirmed((error) => {
    if (!(error instanceof PasskeyNotGiven)) void save.run(() => Promise.reject(error as Error));
  });
  const passkeys = state.kind === 'ready' ? state.value.passkeys : [];
  const add = (name: string) => {
    setOpened(undefined);
    void run(async () => {
      await makePasskey(name);
      reload();
    });
  };
  const remove = ({ id }: Passkey) => {
    setOpened(undefined);
    void run(async () => {
      await lateApi.deletePasskey({ params: { id } });
      reload();
      onChanged();
    });
  };
  return (
    <SettingsSection
      title={t`Passkeys`}
      note={<Trans>Log in by fingerprint, face or device PIN, without a password.</Trans>}
      state={save.state}
    >
      {state.kind === 'loading' && <span className="skeleton h-13" aria-busy="true" />}
      {passkeys.length > 0 && (
        <ul className="settings-people">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={() => setOpened({ kind: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {state.kind === 'ready' && passkeys.length === 0 && (
        <p className="text-ink-2">
          <Trans>You have none yet.</Trans>
        </p>
      )}
      {canUse ? (
        <div>
          <Button onClick={() => setOpened({ kind: 'name' })}>
            <Trans>Add a passkey</Trans>
          </Button>
        </div>
      ) : (
        <p className="small text-ink-2">
          <Trans>This browser cannot create passkeys.</Trans>
        </p>
      )}
      {opened?.kind === 'name' && <NameDialog onNamed={add} onClose={() => setOpened(undefined)} />}
      {opened?.kind === 'remove' && (
        <ConfirmDialog
          title={<Trans>Remove {opened.passkey.name}?</Trans>}
          yes={<Trans>Remove</Trans>}
          onYes={() => remove(opened.passkey)}
          onClose={() => setOpened(undefined)}
        >
          <Trans>It can no longer be used to log in, and your other devices are logged out.</Trans>
        </ConfirmDialog>
      )}
      {question}
    </SettingsSection>
  );
}
