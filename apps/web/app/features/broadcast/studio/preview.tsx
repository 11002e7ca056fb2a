import { Button, type RoomLook, StateBadge } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { OnAir } from './on-air.ts';
import type { Capture } from '../publish/use-capture.ts';

function Refused({
  reason,
  onRetry,
}: {
  readonly reason: Extract<Capture, { kind: 'refused' }>['reason'];
  readonly onRetry: () => void;
}) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-4 text-center text-on-black">
      <h2>
        <Trans>No camera yet</Trans>
      </h2>
      <p className="text-on-black-2">
        {reason === 'not-allowed' && <Trans>Allow camera and microphone in the browser's address bar.</Trans>}
        {reason === 'not-found' && <Trans>Connect a camera and a microphone.</Trans>}
        {reason === 'busy' && <Trans>Another program is using the camera.</Trans>}
        {reason === 'insecure' && <Trans>The browser allows a camera only on secure pages.</Trans>}
      </p>
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

const LOOKS = {
  off: 'offline',
  connecting: 'offline',
  live: 'live',
  reconnecting: 'reconnecting',
} as const satisfies Record<OnAir, RoomLook>;
/** Shows that not everybody can see: the performer can tell from the picture whom it is for. */
const SHOWN: ReadonlySet<RoomLook> = new Set<RoomLook>(['private', 'ticket', 'group', 'standby']);

export interface PreviewProps {
  readonly capture: Capture;
  readonly isMirrored: boolean;
  readonly onAir: OnAir;
  /** What the room is to its visitors; undefined while that is not known. */
  readonly room: RoomLook | undefined;
  readonly onRetry: () => void;
}

/** The own picture as it leaves the camera, without sound. */
export function Preview({ capture, isMirrored, onAir, room, onRetry }: PreviewProps) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const look = onAir === 'live' && room && SHOWN.has(room) ? room : LOOKS[onAir];
  const stream = capture.kind === 'ready' ? capture.stream : null;
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <div className="studio-preview" data-mirrored={isMirrored} data-look={look}>
      <video ref={video} autoPlay muted playsInline aria-label={t`Your picture`} />
      <div className="overlay overlay-top-left">
        <StateBadge look={look} />
        <span className="pill">{onAir === 'live' ? <Trans>Program</Trans> : <Trans>Preview</Trans>}</span>
      </div>
      {capture.kind === 'refused' && <Refused reason={capture.reason} onRetry={onRetry} />}
    </div>
  );
}
