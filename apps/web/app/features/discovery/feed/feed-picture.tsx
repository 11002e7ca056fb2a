import { Picture } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { liveSources } from '#app/shared/live-sources.ts';
import { startPlaying } from '#app/features/playback/index.ts';
import type { FeedRoom } from './feed-room.ts';
import { useFeedPlayer } from './use-feed-player.ts';

/** A room's place in the feed: the current one, the next one, or another. */
export type FeedPlace = 'current' | 'next' | 'other';

export interface FeedPictureProps {
  readonly room: FeedRoom;
  readonly place: FeedPlace;
  /** Its picture is fetched and moves, whether it is seen yet or not. */
  readonly isOpen: boolean;
  readonly isSoundOn: boolean;
  readonly isPaused: boolean;
  /** Its picture moves now. */
  readonly onMoving: (username: string) => void;
  /** The browser lets no sound start now. */
  readonly onSilenced: () => void;
}

type Still = Pick<FeedPictureProps, 'room'> & { readonly isEager: boolean };

/** The newest still of the room, behind the picture that moves. */
function Still({ room: { thumbUrl }, isEager }: Still) {
  const [failed, setFailed] = useState<string>();
  if (thumbUrl === '' || thumbUrl === failed) return null;
  return (
    <Picture
      className="feed-still"
      src={thumbUrl}
      sources={liveSources(thumbUrl)}
      sizes="(max-width: 720px) 100vw, 520px"
      eager={isEager}
      onFail={() => setFailed(thumbUrl)}
    />
  );
}

/** Why no picture moves. */
function FeedWords({ kind, name }: { readonly kind: string | undefined; readonly name: string }) {
  switch (kind) {
    case 'refused':
      return (
        <p className="feed-words">
          <Trans>The picture of {name} is not shown here. The room may ask for a password or a card.</Trans>
        </p>
      );
    case 'ended':
      return (
        <p className="feed-words">
          <Trans>{name} has gone offline.</Trans>
        </p>
      );
    case 'unsupported':
      return (
        <p className="feed-words">
          <Trans>This browser cannot play the picture.</Trans>
        </p>
      );
    case 'reconnecting':
    case 'stalled':
    case 'loading':
      return <output className="feed-spinner spinner" aria-busy="true" />;
    default:
      return null;
  }
}

/** The live picture of one room: silent unless it is the current one, with its still until it plays. */
export function FeedPicture(props: FeedPictureProps) {
  const { room, place, isOpen, isSoundOn, isPaused, onMoving, onSilenced } = props;
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const { view, toLiveEdge } = useFeedPlayer(video, room, isOpen);
  const isCurrent = place === 'current';
  const isHeard = isCurrent && isSoundOn;
  const hasPicture = view?.state.kind === 'playing' || view?.hasPlayed === true;
  useEffect(() => {
    if (hasPicture) onMoving(room.username);
  }, [hasPicture, onMoving, room.username]);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.muted = !isHeard;
    // A browser may stop what begins to sound without a press.
    if (isHeard && hasPicture && element.paused && !isPaused) startPlaying(element, onSilenced);
  }, [isHeard, hasPicture, isPaused, onSilenced]);
  const wasPaused = useRef(false);
  useEffect(() => {
    if (isPaused) video.current?.pause();
    else if (wasPaused.current) toLiveEdge();
    wasPaused.current = isPaused;
    // oxlint-disable-next-line react/exhaustive-deps -- only the press counts
  }, [isPaused]);
  return (
    <div className="feed-picture" aria-busy={isCurrent && !hasPicture}>
      <Still room={room} isEager={isCurrent} />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture has no text track */}
      <video
        ref={video}
        playsInline
        muted
        aria-label={t`Live picture of ${room.name}`}
        data-moving={hasPicture}
      />
      {isCurrent && <FeedWords kind={view?.state.kind} name={room.name} />}
    </div>
  );
}
