import { Avatar, Button, Notice, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { meStore, useMember } from '../../shared/me/me-store.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { type SaveState, useSave } from '../../shared/settings/use-save.ts';
import { PictureField, usePictureChoice } from './picture-choice.tsx';

const showAvatar = (avatar: string | null): void => {
  const me = meStore.get();
  if (me.kind !== 'member') return;
  meStore.dispatch({ type: 'loaded', current: { ...me.current, user: { ...me.current.user, avatar } } });
};

/** Another own picture; models' waits for staff. */
function useAvatar(onChanged: () => void) {
  const { t } = useLingui();
  return usePictureChoice(async (form) => {
    const { user, message } = await lateApi.uploadAvatar({ form });
    showAvatar(user.avatar);
    showToast({
      content: message === '' ? t`Your picture is shown.` : t`Your picture is being reviewed.`,
      appearance: 'success',
    });
    onChanged();
  });
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
        <PictureField
          choice={avatar}
          input={input}
          label={t`Picture file`}
          title={<Trans>Your picture</Trans>}
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
    </SettingsSection>
  );
}
