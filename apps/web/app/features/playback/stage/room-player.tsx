import type { ChatMode, Room } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Icon, joinClasses, Picture, type RoomLook, StateBadge } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { liveSources } from '#app/shared/live-sources.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { useSiteConfig } from '#app/shared/site.ts';
import { useIsInteractive } from '#app/shared/use-client-value.ts';
import type { DisplayStatus } from '../screen/display-status.ts';
import { LiveMeter } from '../line/live-meter.tsx';
import type { PlayerView } from '../player/player.ts';
import { OfflinePicture, type PictureRatio } from '../offline/offline-picture.tsx';
import { AirTime } from './air-time.tsx';
import { FloatKeys, PastTimeline } from '../lazy-parts.ts';
import { keyTarget, type PlayerAction, playerAction } from './player-keys.ts';
import { PlayerScreen, type ScreenPerson } from '../screen/player-screen.tsx';
import { AUDIO, pictureOf } from '../player/player-state.ts';
import { PlayerControls } from '../controls/player-controls.tsx';
import { PlayerTrouble } from '../screen/player-trouble.tsx';
import { toggleTheatre } from '../controls/theatre.ts';
import { useFloating } from './use-floating.ts';
import { StuckBar } from '../line/stuck-bar.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useIdle } from './use-idle.ts';
import { hasStream, useKeptPicture } from './use-kept-picture.ts';
import { usePaused } from './use-paused.ts';
import { type Playback, usePlayer } from '../player/use-player.ts';
import { useSound } from '../controls/use-sound.ts';
import { useStuckSurvey } from '../line/use-stuck-survey.ts';
import './player.css';

/** Distance to the newest picture that still counts as live. */
const LIVE_EDGE_SECONDS = 3;

export interface RoomPlayerProps {
  readonly username: string;
  readonly person: ScreenPerson;
  readonly status: DisplayStatus;
  readonly look: RoomLook;
  /** As what this person sees it; a frame around the picture says so. */
  readonly mode?: ChatMode;
  readonly viewers: number;
  /** When the broadcast began, in Unix milliseconds; absent or null: not shown. */
  readonly liveSinceMs?: number | null | undefined;
  /** Changes with the room's mode; the player then reconnects. */
  readonly streamName: string | null;
  /** A picture for the time without video; null if there is none. */
  readonly stillUrl: string | null;
  /** Shape of the drawing where an offline room has no picture of its own. */
  readonly ratio?: PictureRatio;
  /** The room's password was passed: the room as it is for this person now. */
  readonly onRoom?: (room: Room) => void;
  /** How many minutes one may go back in the picture; absent or 0: not at all. */
  readonly pastMinutes?: number;
  /** Effects over the picture, such as the lower third. */
  readonly children?: ReactNode;
}

/** There is a picture, or the last one stays during a reconnect. */
const showsPicture = ({ state, hasPlayed }: PlayerView): boolean =>
  pictureOf(state) !== undefined || (hasPlayed && state.kind === 'reconnecting');

/** The still, or for a room that is offline without one a drawing. */
function Still({ url, status, ratio }: { url: string | null; status: DisplayStatus; ratio: PictureRatio }) {
  const [failed, setFailed] = useState<string>();
  if (url !== null && url !== failed)
    return (
      <Picture
        className="player-still"
        isDim={status !== 'online'}
        src={url}
        sources={liveSources(url)}
        sizes="(max-width: 720px) 100vw, 960px"
        eager
        onFail={() => setFailed(url)}
      />
    );
  return status === 'offline' ? <OfflinePicture ratio={ratio} /> : null;
}

type Badge = Pick<RoomPlayerProps, 'look' | 'viewers' | 'liveSinceMs'> & { readonly isSoundOnly: boolean };

/** The state of the room over the picture's corner. */
function Badges({ look, viewers, liveSinceMs, isSoundOnly }: Badge) {
  const { i18n } = useLingui();
  const isInteractive = useIsInteractive();
  return (
    <div className="overlay overlay-top-left">
      <StateBadge look={look} />
      <span className="pill">
        <Icon name="eye" size={14} />
        {formatCount(viewers, i18n.locale)}
      </span>
      {isSoundOnly && (
        <span className="pill">
          <Trans>Audio only</Trans>
        </span>
      )}
      {/* The last of the row: the others stay where they are when it comes. */}
      {isInteractive && liveSinceMs && look === 'live' && <AirTime sinceMs={liveSinceMs} />}
    </div>
  );
}

interface PlayerActsOptions {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly frame: RefObject<HTMLElement | null>;
  readonly player: Playback['player'];
  readonly sound: ReturnType<typeof useSound>;
  readonly fullScreen: ReturnType<typeof useFullScreen>;
  readonly status: DisplayStatus;
}

/** What buttons and keys of the player do; keys count only while the player has the focus. */
function usePlayerActs({ video, frame, player, sound, fullScreen, status }: PlayerActsOptions) {
  const playPause = () => {
    if (!video.current?.paused) video.current?.pause();
    else if (player) player.toLiveEdge();
    else void video.current.play().catch(() => undefined);
  };
  const act: Readonly<Record<PlayerAction, () => void>> = {
    play_pause: playPause,
    mute: () => sound.setMuted(!sound.isMuted),
    full_screen: fullScreen.toggle,
    theatre: toggleTheatre,
    louder: () => sound.turn(1),
    quieter: () => sound.turn(-1),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const action = playerAction({ key, ctrlKey, metaKey, altKey, on: keyTarget(target as Element) });
    if (!action || status !== 'online' || !frame.current?.contains(target as Element)) return;
    event.preventDefault();
    act[action]();
  };
  return { act, onKeyDown };
}

/** The picture's elements and state: playing, held, floating or fullscreen. */
function usePictureStage({ username, status, look, streamName }: RoomPlayerProps) {
  const slot = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const isKept = useKeptPicture(status);
  // Under the guest overlay the sound continues; only the picture is covered.
  const isCovered = status === 'guest_overlay';
  const isActive = hasStream(status) || isKept;
  const playback = usePlayer(video, { username, isActive, isHeld: look === 'reconnecting', streamName });
  const { view, player } = playback;
  const sound = useSound(video);
  const isAsked = useSiteConfig()?.isVideoStuckSurveyEnabled ?? false;
  const survey = useStuckSurvey({ video, player, username, isWatched: status === 'online', isAsked });
  const isPaused = usePaused(video);
  const fullScreen = useFullScreen(frame);
  const isIdle = useIdle(frame);
  const settings = useMember()?.settings;
  const isFloatWanted = (settings?.video_player_floating_enabled ?? 'YES') === 'YES';
  const hasPicture = isActive && showsPicture(view);
  const float = useFloating(slot, isFloatWanted && hasPicture && !isCovered && !fullScreen.isFull);
  const { act, onKeyDown } = usePlayerActs({ video, frame, player, sound, fullScreen, status });
  return {
    slot,
    frame,
    video,
    playback,
    sound,
    survey,
    fullScreen,
    float,
    act,
    onKeyDown,
    isKept,
    isCovered,
    isActive,
    isPaused,
    isIdle,
    hasPicture,
  };
}

type PictureStage = ReturnType<typeof usePictureStage>;

interface PictureStateProps extends Pick<RoomPlayerProps, 'username' | 'status' | 'person'> {
  readonly onRoom: RoomPlayerProps['onRoom'];
  readonly stage: PictureStage;
}

/** How far a live picture is behind and what is wrong with it; for other rooms why they show none. */
function PictureState({ stage, username, status, person, onRoom }: PictureStateProps) {
  const { view, player } = stage.playback;
  if (status !== 'online')
    return (
      <PlayerScreen
        username={username}
        status={status}
        person={person}
        isReconnecting={stage.isKept}
        onRoom={onRoom}
      />
    );
  return (
    <>
      <div className="overlay overlay-top-right">
        <LiveMeter view={view} player={player} />
      </div>
      <PlayerTrouble state={view.state} />
    </>
  );
}

/** The controls of a live picture. */
function LiveControls({ stage }: { readonly stage: PictureStage }) {
  const { video, frame, playback, sound, isPaused, fullScreen, act } = stage;
  const picture = pictureOf(playback.view.state);
  return (
    <PlayerControls
      video={video}
      frame={frame}
      playback={playback}
      sound={sound}
      isPaused={isPaused}
      onPlayPause={act.play_pause}
      fullScreen={fullScreen}
      isAtLiveEdge={picture !== undefined && picture.latencySeconds < LIVE_EDGE_SECONDS}
    />
  );
}

/** The picture of a room with its state, its distance to live, its controls; or why there is none. */
export function RoomPlayer(props: RoomPlayerProps) {
  const { username, person, status, look, viewers, stillUrl, ratio = '16:9', onRoom, children } = props;
  const { t } = useLingui();
  const stage = usePictureStage(props);
  const { slot, frame, video, float, survey, hasPicture, isCovered } = stage;
  const { state } = stage.playback.view;
  const isSoundOnly = pictureOf(state)?.rendition === AUDIO;
  const { pastMinutes = 0 } = props;
  return (
    <>
      <div className="player" ref={slot} data-mode={props.mode}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what is inside, told once */}
        <section
          className={joinClasses('player-body', float.isFloating && 'is-floating')}
          ref={frame}
          aria-label={t`Player`}
          tabIndex={-1}
          data-idle={stage.isIdle && !stage.isPaused}
          onKeyDown={stage.onKeyDown}
        >
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture has no text track */}
          <video
            ref={video}
            playsInline
            aria-label={t`Live picture of ${person.name}`}
            hidden={!stage.isActive}
            data-covered={isCovered}
            data-dim={stage.isKept || state.kind === 'reconnecting'}
          />
          {(!hasPicture || isCovered || isSoundOnly) && (
            <Still url={stillUrl} status={status} ratio={ratio} />
          )}
          <Badges look={look} viewers={viewers} liveSinceMs={props.liveSinceMs} isSoundOnly={isSoundOnly} />
          <PictureState stage={stage} username={username} status={status} person={person} onRoom={onRoom} />
          <StuckBar isAsking={survey.isAsking} onAnswer={survey.answer} />
          {children}
          {status === 'online' && <LiveControls stage={stage} />}
          <Suspense>{float.isFloating && <FloatKeys onBack={float.back} onClose={float.close} />}</Suspense>
        </section>
      </div>
      {/* Its place is kept from the start, so that nothing moves when it comes. */}
      {pastMinutes > 0 && (
        <div className="player-past">
          {status === 'online' && (
            <Suspense>
              <PastTimeline
                key={props.streamName}
                username={username}
                minutes={pastMinutes}
                player={stage.playback.player}
                isPast={stage.playback.view.isPast ?? false}
                latencySeconds={pictureOf(state)?.latencySeconds}
              />
            </Suspense>
          )}
        </div>
      )}
    </>
  );
}
