import type { Room } from '@klieg/contract';
import { Button, Field, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { whenCsrf } from '#app/shared/api/csrf.ts';
import { codeOf, explainError } from '#app/shared/errors/explain-error.ts';
import { useSubmitType } from '#app/shared/forms/use-submit-type.ts';

export interface PasswordFormProps {
  readonly username: string;
  /** The room for somebody who has passed. */
  readonly onPassed: (room: Room) => void;
}

const PASSWORD_MAX = 32;
/** Without a socket to the room the page asks this often whether it is open. */
const LOOK_MS = 4_000;

/**
 * People who passed before are let in without being asked, since the page's HTML is the shared one; and those waiting
 * here get in when the model removes the password.
 */
function useAlreadyOpen({ username, onPassed }: PasswordFormProps): void {
  useEffect(() => {
    const stop = new AbortController();
    const look = () =>
      void api.getRoom({ params: { username }, signal: stop.signal }).then(
        (room) => {
          if (room.viewer.cam_password_ok && !stop.signal.aborted) onPassed(room);
        },
        () => undefined,
      );
    const onTime = () => {
      if (document.visibilityState === 'visible') look();
    };
    look();
    const timer = setInterval(onTime, LOOK_MS);
    document.addEventListener('visibilitychange', onTime);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onTime);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- one watch per room
  }, [username]);
}

/** Asks for the password of a room (LIVE-VIDEO-018). */
export function PasswordForm({ username, onPassed }: PasswordFormProps) {
  const { t, i18n } = useLingui();
  const submitType = useSubmitType();
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useAlreadyOpen({ username, onPassed });
  const enter = async (): Promise<void> => {
    await whenCsrf();
    await api.enterRoomPassword({ params: { username }, body: { password } });
    onPassed(await api.getRoom({ params: { username } }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '' || isBusy) return;
    setRefusal(undefined);
    setBusy(true);
    enter()
      .catch((error: unknown) =>
        setRefusal(codeOf(error) === 'rooms.password_wrong' ? t`Wrong password` : explainError(error, i18n)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <form className="player-password" onSubmit={submit}>
      <Field label={<Trans>Room password</Trans>} {...(refusal !== undefined && { error: refusal })}>
        <Input
          type="password"
          autoComplete="off"
          maxLength={PASSWORD_MAX}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button kind="key" size="large" type={submitType} busy={isBusy} disabled={password === ''}>
        <Trans>Enter</Trans>
      </Button>
    </form>
  );
}
