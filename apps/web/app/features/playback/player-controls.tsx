import { IconButton } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, type RefObject, useEffect, useState } from 'react';
import { readLocal, writeLocal } from '../../shared/local-store.ts';
import { useClientValue } from '../../shared/use-client-value.ts';

const VOLUME = 'player-volume';

interface Sound {
  readonly volumePercent: number;
  readonly isMuted: boolean;
}

const parseVolume = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined;

type VideoRef = RefObject<HTMLVideoElement | null>;

function restoreVolume(element: HTMLVideoElement): void {
  const stored = readLocal(VOLUME, parseVolume);
  if (stored !== undefined) element.volume = stored / 100;
}

function setVolume({ current: element }: VideoRef, percent: number): void {
  if (!element) return;
  element.volume = percent / 100;
  element.muted = percent === 0;
  writeLocal(VOLUME, percent);
}

function flipSound({ current: element }: VideoRef): void {
  if (element) element.muted = !element.muted;
}

function flipPlay({ current: element }: VideoRef): void {
  if (element?.paused) void element.play().catch(() => undefined);
  else element?.pause();
}

/** What the video element says about itself; it may mute itself when sound must not start. */
function useVideoFacts(video: VideoRef): Sound & { readonly isPaused: boolean } {
  const [facts, setFacts] = useState({ volumePercent: 70, isMuted: false, isPaused: true });
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    restoreVolume(element);
    const read = () =>
      setFacts({
        volumePercent: Math.round(element.volume * 100),
        isMuted: element.muted,
        isPaused: element.paused,
      });
    const events = ['volumechange', 'play', 'pause', 'playing'] as const;
    for (const event of events) element.addEventListener(event, read);
    read();
    return () => {
      for (const event of events) element.removeEventListener(event, read);
    };
  }, [video]);
  return facts;
}

function useFullScreen(frame: RefObject<HTMLElement | null>): {
  readonly isFull: boolean;
  readonly toggle: () => void;
} {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const read = () => setFull(document.fullscreenElement === frame.current && frame.current !== null);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, [frame]);
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : frame.current?.requestFullscreen())?.catch(() => undefined);
  return { isFull, toggle };
}

export interface PlayerControlsProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** What fills the screen: the picture with its overlays. */
  readonly frame: RefObject<HTMLElement | null>;
  /** Height of the picture in lines; 0 while nothing plays. */
  readonly heightLines: number;
  readonly isAtLiveEdge: boolean;
}

/** Pause, sound, quality, picture in picture, full screen, along the picture's lower edge. */
export function PlayerControls({ video, frame, heightLines, isAtLiveEdge }: PlayerControlsProps) {
  const { t } = useLingui();
  const { volumePercent, isMuted, isPaused } = useVideoFacts(video);
  const { isFull, toggle } = useFullScreen(frame);
  const hasPip = useClientValue(() => document.pictureInPictureEnabled === true, false);

  const shownVolume = isMuted ? 0 : volumePercent;
  return (
    <div className="overlay overlay-bottom">
      <IconButton
        icon={isPaused ? 'play-fill' : 'pause-fill'}
        label={isPaused ? t`Play` : t`Pause`}
        onClick={() => flipPlay(video)}
      />
      <IconButton
        icon={isMuted ? 'speaker-slash-fill' : 'speaker-high-fill'}
        label={isMuted ? t`Sound on` : t`Sound off`}
        onClick={() => flipSound(video)}
      />
      <input
        className="slider max-tablet:hidden"
        type="range"
        min={0}
        max={100}
        aria-label={t`Volume`}
        value={shownVolume}
        style={{ '--value': `${shownVolume}%` } as CSSProperties}
        onChange={(event) => setVolume(video, Number(event.target.value))}
      />
      {isAtLiveEdge && (
        <span className="pill pill-bare max-tablet:hidden">
          <span className="lamp" />
          <Trans>Live edge</Trans>
        </span>
      )}
      <span className="grow" />
      {heightLines > 0 && <span className="pill pill-bare">{heightLines}p</span>}
      {hasPip && (
        <IconButton
          icon="picture-in-picture"
          label={t`Picture in picture`}
          onClick={() => void video.current?.requestPictureInPicture().catch(() => undefined)}
        />
      )}
      <IconButton
        icon={isFull ? 'corners-in' : 'corners-out'}
        label={isFull ? t`Leave full screen` : t`Full screen`}
        onClick={toggle}
      />
    </div>
  );
}
