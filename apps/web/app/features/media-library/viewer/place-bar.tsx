import type { MediaPart } from '@klieg/contract';
import { formatClock } from '@klieg/i18n';
import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
import { pictureAt } from './video-rules.ts';

interface PlaceBarProps {
  readonly parts: readonly MediaPart[];
  readonly seconds: number;
  readonly duration: number;
  readonly onSeek: (seconds: number) => void;
}

/** The picture for a position, below the bar: never over the video. */
function PlacePicture({
  parts,
  seconds,
  percent,
}: Pick<PlaceBarProps, 'parts'> & { readonly seconds: number; readonly percent: number }) {
  const picture = pictureAt(parts, seconds);
  return (
    <div className="video-place" aria-hidden="true" style={{ '--place': `${percent}%` } as CSSProperties}>
      {picture && (
        <span
          className="video-place-picture"
          style={{
            width: picture.width,
            height: picture.height,
            backgroundImage: `url("${picture.sheet}")`,
            backgroundPosition: `-${picture.left}px -${picture.top}px`,
            backgroundSize: `${picture.sheetWidth}px ${picture.sheetHeight}px`,
          }}
        />
      )}
      <span className="figure">{formatClock(Math.floor(seconds))}</span>
    </div>
  );
}

/** Where the video is: a slider with the pictures along it, for the pointer, for fingers and for keys. */
export function PlaceBar({ parts, seconds, duration, onSeek }: PlaceBarProps) {
  const { t } = useLingui();
  const bar = useRef<HTMLInputElement>(null);
  const [hovered, setHovered] = useState<number>();
  /** Where the knob was taken to, until it is let go. */
  const [dragged, setDragged] = useState<number>();
  const [hasKeys, setHasKeys] = useState(false);
  const isHeld = useRef(false);
  const shown = dragged ?? seconds;
  const looked = dragged ?? hovered ?? (hasKeys ? seconds : undefined);
  const placeOf = ({ clientX }: PointerEvent): number | undefined => {
    const box = bar.current?.getBoundingClientRect();
    if (!box || box.width === 0) return undefined;
    return Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * duration;
  };
  const letGo = () => {
    isHeld.current = false;
    if (dragged !== undefined) onSeek(dragged);
    setDragged(undefined);
  };
  const percentOf = (place: number) => (duration > 0 ? (100 * place) / duration : 0);
  const [now, end] = [formatClock(Math.floor(shown)), formatClock(Math.floor(duration))];
  return (
    <div className="video-bar">
      <input
        ref={bar}
        className="slider"
        type="range"
        data-place=""
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        aria-label={t`Position in the video`}
        aria-valuetext={t`${now} of ${end}`}
        value={Math.floor(shown)}
        style={{ '--value': `${percentOf(shown)}%` } as CSSProperties}
        onChange={({ target }) => {
          const to = Number(target.value);
          if (isHeld.current) setDragged(to);
          else onSeek(to);
        }}
        onPointerDown={() => (isHeld.current = true)}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onPointerMove={(event) => event.pointerType !== 'touch' && setHovered(placeOf(event))}
        onPointerLeave={() => setHovered(undefined)}
        onKeyDown={({ key }) => setHasKeys(key !== 'Tab' && key !== 'Escape')}
        onBlur={() => setHasKeys(false)}
      />
      {looked !== undefined && <PlacePicture parts={parts} seconds={looked} percent={percentOf(looked)} />}
    </div>
  );
}
