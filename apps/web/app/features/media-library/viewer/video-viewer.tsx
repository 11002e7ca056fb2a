import type { MediaDetail } from '@klieg/contract';
import { formatClock } from '@klieg/i18n';
import { Button, Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLoadedVideo } from './use-loaded-video.ts';
import { setVolume, useVideoFacts } from './use-video-facts.ts';
import { VideoControls } from './video-controls.tsx';
import { actOfKey, type VideoAct } from './video-rules.ts';
import type { ViewerEvent } from './viewer-state.ts';

interface VideoViewerProps {
  readonly media: MediaDetail;
  readonly dispatch: (event: ViewerEvent) => void;
  /** It did not come: a fresh address is asked for. */
  readonly onFailed: () => void;
  readonly onRetry: () => void;
  /** The price and the press for it, along the lower edge of the picture. */
  readonly offer: ReactNode;
}

const TURN_PERCENT = 10;

/** Whether a part of the page fills the screen. */
function useFullScreen(frame: HTMLElement | null): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const read = () => setFull(frame !== null && document.fullscreenElement === frame);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, [frame]);
  return isFull;
}

function toggleFull(frame: HTMLElement | null, video: HTMLVideoElement): void {
  const asked = document.fullscreenElement ? document.exitFullscreen() : frame?.requestFullscreen?.();
  if (asked) return void asked.catch(() => undefined);
  // Phones that only allow fullscreen for a video itself.
  (video as HTMLVideoElement & { webkitEnterFullscreen?: () => void }).webkitEnterFullscreen?.();
}

function perform(act: VideoAct, video: HTMLVideoElement, frame: HTMLElement | null): void {
  const end = Number.isFinite(video.duration) ? video.duration : 0;
  switch (act.do) {
    case 'play':
      return video.paused ? void video.play().catch(() => undefined) : video.pause();
    case 'mute':
      if (video.muted && video.volume === 0) return setVolume(video, TURN_PERCENT);
      video.muted = !video.muted;
      return;
    case 'full':
      return toggleFull(frame, video);
    case 'seek':
      video.currentTime = Math.min(end, Math.max(0, video.currentTime + act.by));
      return;
    case 'go':
      video.currentTime = act.to === 'start' ? 0 : end;
      return;
    case 'turn':
      return setVolume(video, (video.muted ? 0 : video.volume * 100) + act.by * TURN_PERCENT);
  }
}

const focusOf = (target: EventTarget): Parameters<typeof actOfKey>[1] => {
  if (!(target instanceof HTMLElement)) return 'frame';
  if (target.dataset['place'] !== undefined) return 'place';
  if (target.dataset['volume'] !== undefined) return 'volume';
  return target.tagName === 'BUTTON' ? 'button' : 'frame';
};

/** A video with its controls below the picture: pointer, fingers and keys do the same. */
export function VideoViewer({ media, dispatch, onFailed, onRetry, offer }: VideoViewerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const { isBroken, resumedAt } = useLoadedVideo({ video, media, onFailed, onRenew: onRetry });
  const facts = useVideoFacts(video);
  const isFull = useFullScreen(frame);
  const duration = facts.duration ?? media.duration ?? 0;
  const act = (one: VideoAct) => video.current && perform(one, video.current, frame);
  const change = (how: (element: HTMLVideoElement) => void) => video.current && how(video.current);
  const onKeyDown = (event: KeyboardEvent) => {
    const one = actOfKey(event, focusOf(event.target));
    if (!one || (event.target as Element).closest('[role=menu]')) return;
    event.preventDefault();
    act(one);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the controls in it
    <div ref={setFrame} className="video-frame" onKeyDown={onKeyDown}>
      <div
        className="player media-player"
        data-playing={!facts.isPaused || undefined}
        data-waiting={facts.isWaiting || undefined}
      >
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- keys are those of the frame */}
        <video
          ref={video}
          playsInline
          preload="metadata"
          poster={media.thumbnail_url}
          aria-label={media.name}
          onClick={() => act({ do: 'play' })}
          onPlay={({ currentTarget: { currentTime } }) =>
            dispatch({ type: 'played', positionMs: Math.round(currentTime * 1_000) })
          }
          onPause={() => dispatch({ type: 'paused' })}
        >
          {/* There are no captions for it. */}
          <track kind="captions" />
        </video>
        {offer}
      </div>
      <VideoControls
        facts={facts}
        parts={media.items}
        duration={duration}
        isSilent={media.muted}
        isFull={isFull}
        frame={frame}
        act={act}
        onSeek={(seconds) => change((element) => (element.currentTime = seconds))}
        onVolume={(percent) => change((element) => setVolume(element, percent))}
        onSpeed={(speed) => change((element) => (element.playbackRate = speed))}
      />
      {resumedAt !== undefined && facts.seconds < resumedAt + 30 && (
        <div className="video-resumed">
          <span>
            <Trans>You stopped at {formatClock(Math.floor(resumedAt))}.</Trans>
          </span>
          <Button kind="text" size="small" onClick={() => act({ do: 'go', to: 'start' })}>
            <Trans>From the start</Trans>
          </Button>
        </div>
      )}
      {isBroken && (
        <Notice tone="bad" title={<Trans>The video did not load.</Trans>}>
          <Button size="small" icon="arrow-clockwise" onClick={onRetry}>
            <Trans>Try now</Trans>
          </Button>
        </Notice>
      )}
    </div>
  );
}
