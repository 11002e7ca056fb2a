import { formatClock } from '@klieg/i18n';
import { Button, Icon, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { Strip, StripWords } from '../shows/index.ts';
import { type OwnCamera, ownCamera } from './own-camera.ts';
import { OwnPicture } from './own-picture.tsx';
import { stopSharing } from './sharecam-calls.ts';
import type { OwnEnd, OwnTold, SharecamPart } from './sharecam-part.ts';
import { useOwnCamera } from './use-own-camera.ts';
import './sharecam.css';

type Props = SlotProps<SharecamPart>;

/** What leaves this page decides the display, whatever the server has reported. */
const isSent = ({ sending }: OwnCamera): boolean => sending?.kind === 'live';

function EndWords({ end, name }: { readonly end: OwnEnd; readonly name: string }) {
  switch (end) {
    case 'declined':
      return <Trans>{name} would rather not watch now.</Trans>;
    case 'expired':
      return <Trans>There was no answer, or no video, in time. You can ask again.</Trans>;
    case 'disconnected':
      return <Trans>The connection was lost for ten seconds. You can ask again.</Trans>;
    case 'private_ended':
      return <Trans>It ended with the private.</Trans>;
    case 'model_ended':
      return <Trans>{name} has ended it.</Trans>;
    case 'removed':
      return <Trans>It cannot continue in this room now.</Trans>;
    case 'user_ended':
      return null;
  }
}

/** State of the own camera, in one line. */
function StateWords({ own, camera, name }: { own: OwnTold | null; camera: OwnCamera; name: string }) {
  const seconds = useSecondsLeft(own?.state === 'asked' ? own.until : null);
  const isHere = camera.capture.kind === 'on';
  if (isSent(camera))
    return (
      <StripWords title={<Trans>{name} sees you</Trans>}>
        {own?.hasSound && !camera.isMuted ? <Trans>With sound.</Trans> : <Trans>Without sound.</Trans>}
      </StripWords>
    );
  if (!own)
    return (
      <StripWords title={<Trans>Your camera is ready</Trans>}>
        <Trans>It is sent when {name} accepts the private. Nothing is sent before.</Trans>
      </StripWords>
    );
  if (own.state === 'asked')
    return (
      <StripWords title={<Trans>Waiting for {name} to accept</Trans>}>
        <Trans>Nothing is sent yet.</Trans> <span className="figure">{formatClock(seconds)}</span>
      </StripWords>
    );
  if (!isHere)
    return (
      <StripWords title={<Trans>{name} has agreed</Trans>}>
        <Trans>Nothing is sent from this window.</Trans>
      </StripWords>
    );
  if (camera.sending?.kind === 'failed')
    return (
      <StripWords title={<Trans>Your video was not accepted</Trans>}>
        <Trans>Nothing is sent. Stop your camera and ask again.</Trans>
      </StripWords>
    );
  return camera.sending?.kind === 'reconnecting' ? (
    <StripWords title={<Trans>Your video is not arriving</Trans>}>
      <Trans>Trying again.</Trans>
    </StripWords>
  ) : (
    <StripWords title={<Trans>Connecting</Trans>}>
      <Trans>Nothing has arrived yet.</Trans>
    </StripWords>
  );
}

/** Cuts at once; the server is told afterwards. */
function useStop({ part, room, tools }: Props): () => void {
  const { username } = room.user;
  return () => {
    ownCamera.stop();
    if (part.own) void stopSharing(username).catch(() => undefined);
    tools.dispatch({ name: 'page.sharecam-stopped', payload: {} });
  };
}

/** The own picture with its light; a press on it cuts it. */
function Picture({ camera, onStop }: { readonly camera: OwnCamera; readonly onStop: () => void }) {
  const { t } = useLingui();
  if (camera.capture.kind !== 'on') return null;
  return (
    <button
      type="button"
      className="own-picture-stop"
      aria-label={t`Stop sharing your camera`}
      onClick={onStop}
    >
      <OwnPicture stream={camera.capture.stream} label={t`Your picture`}>
        <span className="pill own-picture-mark" data-sent={isSent(camera)}>
          {isSent(camera) ? <Trans>Seen</Trans> : <Trans>Not sent</Trans>}
        </span>
      </OwnPicture>
    </button>
  );
}

/** The message at the end, until read. */
function Ended({ part, room, tools }: Props) {
  const { t } = useLingui();
  return (
    <Strip
      label={t`Your camera`}
      tone="plain"
      actions={
        <Button
          kind="line"
          size="large"
          onClick={() => tools.dispatch({ name: 'page.sharecam-read', payload: {} })}
        >
          <Trans>Close</Trans>
        </Button>
      }
    >
      <StripWords title={<Trans>Your camera is off</Trans>}>
        <EndWords end={part.end!} name={room.user.displayName} />
      </StripWords>
    </Strip>
  );
}

/** The box of the own camera: its picture, whether anybody sees it, and the way to cut it (LIVE-VIDEO-001). */
export default function CameraStrip(props: Props) {
  const { part, room, tools } = props;
  const { t } = useLingui();
  const camera = useOwnCamera();
  const stop = useStop(props);
  const { own } = part;
  if (!own && !part.isPledged) return part.end === null ? null : <Ended {...props} />;
  const isHere = camera.capture.kind === 'on';
  return (
    <Strip
      label={t`Your camera`}
      tone={isSent(camera) ? 'private' : 'plain'}
      actions={
        <>
          {isHere && own?.hasSound && (
            <Switch checked={camera.isMuted} onChange={(event) => ownCamera.setMuted(event.target.checked)}>
              <Trans>Mute</Trans>
            </Switch>
          )}
          {!isHere && own && own.state !== 'asked' && (
            <Button
              size="large"
              onClick={() => tools.dispatch({ name: 'page.sharecam-dialog', payload: { wish: 'camera' } })}
            >
              <Trans>Share from here</Trans>
            </Button>
          )}
          <Button kind={isSent(camera) ? 'danger' : 'line'} size="large" onClick={stop}>
            <Icon name="video-camera-slash" />
            {own?.state === 'asked' || !own ? <Trans>Cancel request</Trans> : <Trans>Stop my camera</Trans>}
          </Button>
        </>
      }
    >
      <div className="camera-state">
        <Picture camera={camera} onStop={stop} />
        <StateWords own={own} camera={camera} name={room.user.displayName} />
      </div>
    </Strip>
  );
}
