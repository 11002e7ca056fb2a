import { Button, IconButton } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, type RefObject, useEffect } from 'react';
import { useClientValue } from '#app/shared/use-client-value.ts';
import { QualityControl } from './quality-control.tsx';
import type { Playback } from '../player/use-player.ts';
import { toggleTheatre, useTheatre } from './theatre.ts';
import type { Sound } from './use-sound.ts';
import './theatre.css';

export interface PlayerControlsProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** What fills the screen: the picture with its overlays. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly playback: Playback;
  readonly sound: Sound;
  readonly isPaused: boolean;
  readonly onPlayPause: () => void;
  readonly fullScreen: { readonly isFull: boolean; readonly toggle: () => void };
  readonly isAtLiveEdge: boolean;
}

function SoundControl({ sound }: { readonly sound: Sound }) {
  const { t } = useLingui();
  const { volumePercent, isMuted } = sound;
  const shown = isMuted ? 0 : volumePercent;
  return (
    <>
      <IconButton
        icon={isMuted ? 'speaker-slash-fill' : 'speaker-high-fill'}
        label={isMuted ? t`Sound on` : t`Sound off`}
        onClick={() => sound.setMuted(!isMuted)}
      />
      <input
        className="slider max-tablet:hidden"
        type="range"
        min={0}
        max={100}
        aria-label={t`Volume`}
        value={shown}
        style={{ '--value': `${shown}%` } as CSSProperties}
        onChange={(event) => sound.setVolume(Number(event.target.value))}
      />
    </>
  );
}

/** Shows only picture and chat; Escape leaves, unless something open closes on Escape. */
function TheatreControl() {
  const { t } = useLingui();
  const isOn = useTheatre();
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const isOpen = document.querySelector('[role=dialog], [role=menu]') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !isOpen) toggleTheatre();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);
  return (
    <IconButton
      className="theatre-key max-tablet:hidden"
      icon="rectangle"
      label={isOn ? t`Leave theater mode` : t`Theater mode`}
      aria-pressed={isOn}
      onClick={toggleTheatre}
    />
  );
}

/** Pause, sound, quality, picture in picture, theatre, full screen, along the picture's lower edge. */
export function PlayerControls({
  video,
  frame,
  playback: { view, player },
  sound,
  isPaused,
  onPlayPause,
  fullScreen,
  isAtLiveEdge,
}: PlayerControlsProps) {
  const { t } = useLingui();
  const hasPip = useClientValue(() => document.pictureInPictureEnabled === true, false);
  const { isFull, toggle } = fullScreen;
  return (
    <div className="overlay overlay-bottom" data-silenced={view.isSilenced}>
      <IconButton
        icon={isPaused ? 'play-fill' : 'pause-fill'}
        label={isPaused ? t`Play` : t`Pause`}
        onClick={onPlayPause}
      />
      {view.isSilenced ? (
        <Button
          className="player-unmute"
          icon="speaker-slash-fill"
          onClick={() => sound.setMuted(!sound.isMuted)}
        >
          <Trans>Tap for sound</Trans>
        </Button>
      ) : (
        <SoundControl sound={sound} />
      )}
      {isAtLiveEdge && (
        <span className="pill pill-bare max-tablet:hidden">
          <span className="lamp" />
          <Trans>Live edge</Trans>
        </span>
      )}
      <span className="grow" />
      {player && <QualityControl view={view} player={player} frame={frame} />}
      {hasPip && (
        <IconButton
          icon="picture-in-picture"
          label={t`Picture in picture`}
          onClick={() => void video.current?.requestPictureInPicture().catch(() => undefined)}
        />
      )}
      {!isFull && <TheatreControl />}
      <IconButton
        icon={isFull ? 'corners-in' : 'corners-out'}
        label={isFull ? t`Leave full screen` : t`Full screen`}
        onClick={toggle}
      />
    </div>
  );
}
