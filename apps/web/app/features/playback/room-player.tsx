import { formatCount } from '@klieg/i18n';
import { Icon, LatencyPill, type RoomLook, StateBadge } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import type { DisplayStatus } from './display-status.ts';
import { PlayerControls } from './player-controls.tsx';
import { PlayerScreen, PlayerTrouble, type ScreenPerson } from './player-screen.tsx';
import { usePlayer } from './use-player.ts';
import './player.css';

/** The distance to the newest picture that still counts as being live. */
const LIVE_EDGE_SECONDS = 3;

export interface RoomPlayerProps {
  readonly username: string;
  readonly person: ScreenPerson;
  readonly status: DisplayStatus;
  readonly look: RoomLook;
  readonly viewers: number;
  /** Changes with the room's mode; the player then connects anew. */
  readonly streamName: string | null;
  /** A picture for the time without one; null where there is none. */
  readonly stillUrl: string | null;
  /** Effects over the picture, such as the lower third. */
  readonly children?: ReactNode;
}

/** The picture of a room with its state, its distance to live, its controls; or why there is none. */
export function RoomPlayer({
  username,
  person,
  status,
  look,
  viewers,
  streamName,
  stillUrl,
  children,
}: RoomPlayerProps) {
  const { t, i18n } = useLingui();
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  // Under the guest overlay the sound goes on; only the picture is covered.
  const isCovered = status === 'guest_overlay';
  const isActive = status === 'online' || isCovered;
  const player = usePlayer(video, username, isActive, streamName);
  const hasPicture =
    isActive && (player.kind === 'playing' || player.kind === 'stalled' || player.kind === 'reconnecting');
  const latencySeconds =
    player.kind === 'playing' || player.kind === 'stalled' ? player.latencySeconds : undefined;
  return (
    <div className="player" ref={frame}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture has no text track */}
      <video
        ref={video}
        playsInline
        aria-label={t`Live picture of ${person.name}`}
        hidden={!isActive}
        data-covered={isCovered}
      />
      {(!hasPicture || isCovered) && stillUrl && (
        <img
          className="player-still"
          data-dim={status !== 'online'}
          src={stillUrl}
          alt=""
          fetchPriority="high"
        />
      )}
      <div className="overlay overlay-top-left">
        <StateBadge look={look} />
        <span className="pill">
          <Icon name="eye" size={14} />
          {formatCount(viewers, i18n.locale)}
        </span>
      </div>
      {latencySeconds !== undefined && !isCovered && (
        <div className="overlay overlay-top-right">
          <LatencyPill latencySeconds={latencySeconds} />
        </div>
      )}
      {status === 'online' ? (
        <PlayerTrouble state={player} />
      ) : (
        <PlayerScreen status={status} person={person} />
      )}
      {children}
      {status === 'online' && (
        <PlayerControls
          video={video}
          frame={frame}
          heightLines={player.kind === 'playing' ? player.height : 0}
          isAtLiveEdge={latencySeconds !== undefined && latencySeconds < LIVE_EDGE_SECONDS}
        />
      )}
    </div>
  );
}
