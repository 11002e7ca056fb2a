import type { MediaPart } from '@klieg/contract';
import { formatClock } from '@klieg/i18n';
import { Button, ChoiceMenu, IconButton } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { PlaceBar } from './place-bar.tsx';
import type { VideoFacts } from './use-video-facts.ts';
import { SPEEDS, type VideoAct } from './video-rules.ts';

export interface VideoControlsProps {
  readonly facts: VideoFacts;
  readonly parts: readonly MediaPart[];
  readonly duration: number;
  readonly isSilent: boolean;
  readonly isFull: boolean;
  /** The fullscreen element: a menu must be inside it. */
  readonly frame: HTMLElement | null;
  readonly act: (act: VideoAct) => void;
  readonly onSeek: (seconds: number) => void;
  readonly onVolume: (percent: number) => void;
  readonly onSpeed: (speed: number) => void;
}

function VolumeControl({ facts, act, onVolume }: Pick<VideoControlsProps, 'facts' | 'act' | 'onVolume'>) {
  const { t } = useLingui();
  const isOff = facts.isMuted || facts.volume === 0;
  const shown = isOff ? 0 : facts.volume;
  return (
    <>
      <IconButton
        icon={isOff ? 'speaker-slash-fill' : 'speaker-high-fill'}
        label={isOff ? t`Sound on` : t`Sound off`}
        onClick={() => act({ do: 'mute' })}
      />
      <input
        className="slider video-volume"
        type="range"
        data-volume=""
        min={0}
        max={100}
        aria-label={t`Volume`}
        value={shown}
        style={{ '--value': `${shown}%` } as CSSProperties}
        onChange={(event) => onVolume(Number(event.target.value))}
      />
    </>
  );
}

function SpeedControl({ facts, frame, onSpeed }: Pick<VideoControlsProps, 'facts' | 'frame' | 'onSpeed'>) {
  const { t } = useLingui();
  const speed = String(facts.speed);
  return (
    <ChoiceMenu
      label={t`Speed`}
      value={speed}
      onChange={(next) => onSpeed(Number(next))}
      container={frame}
      options={SPEEDS.map((value) => ({ value: value as string, text: `${value}×` }))}
      trigger={
        <Button kind="text" size="small" className="video-speed" aria-label={t`Speed: ${speed}×`}>
          <span className="figure">{speed}×</span>
        </Button>
      }
    />
  );
}

/** What plays a video, below the picture. */
export function VideoControls(props: VideoControlsProps) {
  const { facts, parts, duration, isSilent, isFull, act } = props;
  const { t } = useLingui();
  return (
    <div className="video-controls" role="toolbar" aria-label={t`Video`}>
      <IconButton
        icon={facts.isPaused ? 'play-fill' : 'pause-fill'}
        label={facts.isPaused ? t`Play` : t`Pause`}
        onClick={() => act({ do: 'play' })}
      />
      <span className="video-clock figure">{formatClock(Math.floor(facts.seconds))}</span>
      <PlaceBar parts={parts} seconds={facts.seconds} duration={duration} onSeek={props.onSeek} />
      <span className="video-clock figure">{formatClock(Math.floor(duration))}</span>
      {isSilent ? (
        <span className="small video-silent">
          <Trans>No sound</Trans>
        </span>
      ) : (
        <VolumeControl facts={facts} act={act} onVolume={props.onVolume} />
      )}
      <SpeedControl facts={facts} frame={isFull ? props.frame : null} onSpeed={props.onSpeed} />
      <IconButton
        icon={isFull ? 'corners-in' : 'corners-out'}
        label={isFull ? t`Leave full screen` : t`Full screen`}
        onClick={() => act({ do: 'full' })}
      />
    </div>
  );
}
