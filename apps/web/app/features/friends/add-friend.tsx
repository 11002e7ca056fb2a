import { Button, Input, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { askFriend } from './friends-store.ts';

/** Asks somebody by name; the name stays when it could not be asked. */
export function AddFriend() {
  const { t, i18n } = useLingui();
  const submitType = useSubmitType();
  const [name, setName] = useState('');
  const [isAsking, setAsking] = useState(false);
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    const username = name.trim().toLowerCase();
    if (!username || isAsking) return;
    setAsking(true);
    try {
      await askFriend(username);
      setName('');
      showToast({ content: t`Your request is on its way.`, appearance: 'success' });
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
    setAsking(false);
  };
  return (
    <form method="post" className="flex gap-2 px-4 py-3" onSubmit={(event) => void ask(event)}>
      <Input
        label={t`Friend’s username`}
        placeholder={t`Friend’s username`}
        value={name}
        maxLength={30}
        autoComplete="off"
        autoCapitalize="none"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type={submitType} disabled={isAsking}>
        <Trans>Ask</Trans>
      </Button>
    </form>
  );
}
