import type { WatchMedia } from '@klieg/contract';
import { Switch } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { WatchChoice } from '#app/shared/watchable/watch-choice.tsx';
import type { ShowsPart } from '../shows-part.ts';

/** Extras requested with the private. */
export interface RequestExtras {
  readonly withCam2cam: boolean;
  readonly keepsRecording: boolean;
  /** The video to watch together, where one is chosen. */
  readonly mediaId: WatchMedia['id'] | undefined;
}

/** The current choices; a recording only while the performer allows it. */
export function useRequestExtras({ private_recording: canRecord }: ShowsPart['settings']) {
  const [wanted, setWanted] = useState<RequestExtras>({
    withCam2cam: false,
    keepsRecording: false,
    mediaId: undefined,
  });
  const extras = { ...wanted, keepsRecording: canRecord && wanted.keepsRecording };
  const choose = (more: Partial<RequestExtras>) => setWanted((old) => ({ ...old, ...more }));
  return { extras, choose };
}

/** Whether the own camera is shared from the start. */
const ShareChoice = ({
  name,
  isOn,
  onChange,
}: {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) => (
  <Switch
    checked={isOn}
    note={<Trans>{name} sees your camera, sound off. You see the preview first.</Trans>}
    onChange={(event) => onChange(event.target.checked)}
  >
    <Trans>Share my camera</Trans>
  </Switch>
);

/** Whether a recording is kept: the performer is asked with the request. */
const RecordingChoice = ({
  name,
  isOn,
  onChange,
}: {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) => (
  <Switch
    checked={isOn}
    note={<Trans>{name} reads this before answering. Only you can watch it, among your shows.</Trans>}
    onChange={(event) => onChange(event.target.checked)}
  >
    <Trans>Record it for me</Trans>
  </Switch>
);

/** Possible extras of a private in this room. */
export function RequestExtraChoices(props: SlotProps<ShowsPart> & ReturnType<typeof useRequestExtras>) {
  const { part, room, extras, choose } = props;
  const { displayName, username } = room.user;
  return (
    <>
      {room.userSetting.sharecam.enabled && (
        <ShareChoice
          name={displayName}
          isOn={extras.withCam2cam}
          onChange={(withCam2cam) => choose({ withCam2cam })}
        />
      )}
      {part.settings.private_recording && (
        <RecordingChoice
          name={displayName}
          isOn={extras.keepsRecording}
          onChange={(keepsRecording) => choose({ keepsRecording })}
        />
      )}
      {part.isToWatch && (
        <WatchChoice
          username={username}
          chosen={extras.mediaId}
          onChoose={({ id: mediaId }) => choose({ mediaId })}
        />
      )}
    </>
  );
}
