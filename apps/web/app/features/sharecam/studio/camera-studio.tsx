import { formatClock } from '@klieg/i18n';
import { Button, Count, Switch, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import { stopSharing } from '../sharecam-calls.ts';
import type { CameraTold, RequestTold, SharecamPart } from '../sharecam-part.ts';
import { tellRefusal } from '../tell-refusal.ts';
import { ViewerPicture } from './viewer-picture.tsx';
import '../sharecam.css';

/** A request to be looked at, with or without sound, and the answer. */
function RequestRow({ request }: { readonly request: RequestTold }) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState<'accept' | 'decline'>();
  const seconds = useSecondsLeft(request.expires_at);
  const { request_id: id, username } = request;
  const answer = async (act: 'accept' | 'decline') => {
    if (busy) return;
    setBusy(act);
    try {
      await (act === 'accept' ? lateApi.acceptSharecam : lateApi.declineSharecam)({
        params: { id },
        body: {},
      });
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <li className="show-request">
      <span className="figure strong text-t3" role="timer" aria-label={t`Time to answer ${username}`}>
        {formatClock(seconds)}
      </span>
      <div className="show-request-words">
        <span className="flex flex-wrap items-center gap-2">
          <b>{username}</b>
          <Tag tone="info">{request.audio ? <Trans>Camera and sound</Trans> : <Trans>Camera</Trans>}</Tag>
        </span>
        <span className="small text-ink-2">
          <Trans>wants to share their camera. Only you see it.</Trans>
        </span>
      </div>
      <div className="show-actions">
        <Button
          size="large"
          busy={busy === 'accept'}
          aria-label={t`View ${username}`}
          onClick={() => void answer('accept')}
        >
          <Trans>View</Trans>
        </Button>
        <Button
          kind="line"
          size="large"
          busy={busy === 'decline'}
          aria-label={t`Decline the camera of ${username}`}
          onClick={() => void answer('decline')}
        >
          <Trans>Decline</Trans>
        </Button>
      </div>
    </li>
  );
}

/** One viewer's picture, its sound and its end. */
function CameraTile({ camera, room }: { readonly camera: CameraTold; readonly room: string }) {
  const { t, i18n } = useLingui();
  const [isMuted, setMuted] = useState(true);
  const { username, id, hasSound, isReady } = camera;
  const stop = () => void stopSharing(room, username).catch((error: unknown) => tellRefusal(error, i18n));
  return (
    <figure className="camera-tile">
      {isReady ? (
        <ViewerPicture id={id} username={username} isMuted={isMuted} />
      ) : (
        <div className="viewer-picture">
          <div className="own-picture-words">
            <Trans>Waiting for the video</Trans>
          </div>
        </div>
      )}
      <figcaption>
        <b className="truncate grow">{username}</b>
        {hasSound && (
          <Switch checked={!isMuted} onChange={(event) => setMuted(!event.target.checked)}>
            <Trans>Sound</Trans>
          </Switch>
        )}
        <Button kind="line" aria-label={t`End the camera of ${username}`} onClick={stop}>
          <Trans>End</Trans>
        </Button>
      </figcaption>
    </figure>
  );
}

/** Viewers with requests, and those being looked at. */
export default function CameraStudio({ part, room }: SlotProps<SharecamPart>) {
  const { t } = useLingui();
  const { requests, cameras } = part;
  return (
    <section className="module" aria-label={t`Viewers’ cameras`}>
      <div className="module-head">
        <span className="label grow">
          <Trans>Viewers’ cameras</Trans>
        </span>
        {requests.length > 0 && <Count hot>{requests.length}</Count>}
      </div>
      {requests.length > 0 && (
        <ul className="show-list">
          {requests.map((request) => (
            <RequestRow key={request.request_id} request={request} />
          ))}
        </ul>
      )}
      {cameras.length > 0 && (
        <div className="camera-rack">
          {cameras.map((camera) => (
            <CameraTile key={camera.id} camera={camera} room={room.user.username} />
          ))}
        </div>
      )}
    </section>
  );
}
