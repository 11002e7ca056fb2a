import { CallError } from '@klieg/contract/client';
import { Avatar, Button, Notice, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { meStore, useMember } from '../../shared/me/me-store.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { type SaveState, useSave } from '../../shared/settings/use-save.ts';
import { AvatarDialog } from './avatar-dialog.tsx';
import { refusePicture } from './crop-rules.ts';

const showAvatar = (avatar: string | null): void => {
  const me = meStore.get();
  if (me.kind !== 'member') return;
  meStore.dispatch({ type: 'loaded', current: { ...me.current, user: { ...me.current.user, avatar } } });
};

/** One choice at a time: choices during an upload are ignored. */
function useAvatar(onChanged: () => void) {
  const { t, i18n } = useLingui();
  const isRunning = useRef(false);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [failure, setFailure] = useState<string>();

  const choose = async (files: readonly File[]) => {
    const [file] = files;
    if (isRunning.current || !file || files.length > 1) return;
    setFailure(undefined);
    const refusal = refusePicture(file);
    if (refusal === 'not_image') return setFailure(t`Only image files are supported.`);
    if (refusal === 'format') return setFailure(t`Only PNG, JPG, WEBP or GIF files are supported.`);
    await createImageBitmap(file).then(setPicture, () => setFailure(t`An error occurred`));
  };
  const send = async (file: File): Promise<string | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      const form = new FormData();
      form.append('file', file);
      const { user, message } = await lateApi.uploadAvatar({ form });
      showAvatar(user.avatar);
      showToast({
        content: message === '' ? t`Your picture is shown.` : t`Your picture is being reviewed.`,
        appearance: 'success',
      });
      onChanged();
      return undefined;
    } catch (error) {
      const isTold = error instanceof CallError && error.message !== '';
      return isTold ? explainError(error, i18n) : t`An error occurred`;
    } finally {
      isRunning.current = false;
    }
  };
  return { picture, failure, choose, send, close: () => setPicture(undefined) };
}

export interface AvatarSectionProps {
  /** The picture that waits for staff. */
  readonly waitingUrl: string | undefined;
  readonly onChanged: () => void;
  /** Whether the form below is saved. */
  readonly state: SaveState;
  readonly children?: ReactNode;
}

/** The own picture: the shown one, a pending one, another, none. */
export function AvatarSection({ waitingUrl, onChanged, state, children }: AvatarSectionProps) {
  const { t } = useLingui();
  const user = useMember()?.user;
  const input = useRef<HTMLInputElement>(null);
  const removing = useSave();
  const avatar = useAvatar(onChanged);
  const remove = () =>
    removing.run(async () => {
      showAvatar((await lateApi.deleteAvatar({ body: {} })).user.avatar);
      onChanged();
    });
  const hasPicture = Boolean(user?.avatar) || waitingUrl !== undefined;
  return (
    <SettingsSection
      title={<Trans>Who you are</Trans>}
      note={<Trans>Shown in chat and on your tips. Your email never is.</Trans>}
      state={removing.state.kind === 'idle' ? state : removing.state}
    >
      <div className="flex items-center gap-4">
        <Avatar src={user?.avatar} name={user?.display_name ?? ''} size={72} />
        <div className="grid gap-1">
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => input.current?.click()}>
              <Trans>New picture</Trans>
            </Button>
            {hasPicture && (
              <Button kind="text" onClick={() => void remove()} aria-label={t`Remove the picture`}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </div>
          <span className="small text-ink-2">
            <Trans>PNG, JPG, WEBP or GIF</Trans>
          </span>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t`Picture file`}
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Choosing the same file again must also trigger a change.
            event.target.value = '';
            void avatar.choose(files);
          }}
        />
      </div>
      {avatar.failure !== undefined && <Notice tone="bad" title={avatar.failure} />}
      {waitingUrl !== undefined && (
        <div className="flex items-center gap-3">
          <Avatar src={waitingUrl} name={user?.display_name ?? ''} size={48} />
          <span>
            <b>
              <Trans>This one is being reviewed</Trans>
            </b>
            <span className="small block text-ink-2">
              <Trans>Others see it once staff has reviewed it, within a day.</Trans>
            </span>
          </span>
        </div>
      )}
      {children}
      {avatar.picture && (
        <AvatarDialog picture={avatar.picture} onSend={avatar.send} onClose={avatar.close} />
      )}
    </SettingsSection>
  );
}
