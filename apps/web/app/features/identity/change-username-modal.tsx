import { Button, Dialog, Field, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { reloadPage } from './reload-page.ts';
import { USERNAME, useUsernameCheck } from './use-username-check.ts';

/** Another username: chosen once, checked while it is typed. */
export default function ChangeUsernameModal({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const own = useMember()?.user.username ?? '';
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const check = useUsernameCheck(name);
  const isOfForm = USERNAME.test(name);
  const fault =
    refusal ??
    (name !== '' && name.length >= 3 && !isOfForm
      ? t`3 to 20 lower-case letters, digits or underscores.`
      : check.kind === 'refused'
        ? check.reason === 'taken'
          ? t`This username is taken.`
          : t`This username cannot be used.`
        : undefined);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await lateApi.changeUsername({ body: { username: name } });
      reloadPage();
    } catch (error) {
      setRefusal(explainError(error, i18n));
      setBusy(false);
    }
  };
  return (
    <Dialog title={<Trans>Choose another username</Trans>} onClose={onClose}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <p>
          <Trans>
            You can change it once. Nobody else can take <b>{own}</b> for 90 days, and its links lead to the
            new name.
          </Trans>
        </p>
        <Field
          label={<Trans>New username</Trans>}
          error={fault}
          hint={check.kind === 'free' ? <Trans>It is free.</Trans> : <Trans>3 to 20 characters</Trans>}
        >
          <Input
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            value={name}
            onChange={(event) => {
              setName(event.target.value.toLowerCase());
              setRefusal(undefined);
            }}
          />
        </Field>
        <Button type="submit" kind="key" busy={isBusy} disabled={!isOfForm || fault !== undefined}>
          <Trans>Change it</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
