import { formatClock } from '@klieg/i18n';
import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Player } from '../player/player.ts';
import { behindByKey, LIVE_SECONDS } from './past-window.ts';
import { type Past, usePast } from './use-past.ts';
import './past.css';

export interface PastTimelineProps {
  readonly username: string;
  /** How far back the performer lets viewers go. */
  readonly minutes: number;
  /** Undefined while nothing plays. */
  readonly player: Player | undefined;
  readonly isPast: boolean;
  /** As reported by the player. */
  readonly latencySeconds: number | undefined;
}

const BACK_SECONDS = 10;
/** Pictures are made about this far apart: within it there is one. */
const STILL_SECONDS = 10;

/** The small picture of a moment; the previous one stays until the next has loaded. */
function useStill(past: Past, behind: number | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  const step = behind === undefined ? undefined : Math.round(behind / STILL_SECONDS) * STILL_SECONDS;
  const read = useRef(past.still);
  useEffect(() => {
    read.current = past.still;
  });
  useEffect(() => {
    if (step === undefined || step < LIVE_SECONDS) return undefined;
    let isGone = false;
    void read
      .current(step)
      .catch(() => undefined)
      .then((found) => isGone || setAddress(found));
    return () => {
      isGone = true;
    };
  }, [step]);
  return step === undefined || step < LIVE_SECONDS ? undefined : address;
}

/** How far behind one is, or would be where one points: with the picture of then. */
function Readout({ past, pointed }: { readonly past: Past; readonly pointed: number | undefined }) {
  const still = useStill(past, pointed);
  const [broken, setBroken] = useState<string>();
  const behind = pointed ?? past.behind;
  return (
    <span className="past-readout" aria-hidden="true">
      {still !== undefined && still !== broken && <img src={still} alt="" onError={() => setBroken(still)} />}
      <b className="figure">{behind === 0 ? <Trans>Live</Trans> : `−${formatClock(behind)}`}</b>
    </span>
  );
}

/** A timeline of the kept stream: from as far back as the performer allows to now. */
export function PastTimeline({ username, minutes, player, isPast, latencySeconds }: PastTimelineProps) {
  const { t } = useLingui();
  const past = usePast({ username, minutes, player, isPast, latencySeconds });
  const { most, behind, isLive } = past;
  const [pointed, setPointed] = useState<number>();
  const isReady = most >= LIVE_SECONDS && player !== undefined;
  const full = Math.floor(behind / 60);
  const rest = behind % 60;
  const said =
    behind === 0
      ? t`Live`
      : full === 0
        ? t`${rest} seconds behind live`
        : t`${full} minutes ${rest} seconds behind live`;

  const pointAt = ({ currentTarget, clientX, pointerType }: PointerEvent<HTMLInputElement>) => {
    if (pointerType === 'touch') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
    setPointed(Math.round((1 - part) * most));
  };
  const choose = (value: number) => {
    setPointed(-value);
    past.point(-value);
  };
  const go = (wanted: number) => {
    setPointed(undefined);
    past.go(wanted);
  };
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<(value: number) => void>(undefined);
  useEffect(() => {
    chosen.current = (value) => go(-value);
  });
  // The browser's own `change` comes once something is chosen: the knob is let go, or a screen reader has moved it.
  useEffect(() => {
    const element = input.current;
    const onChange = () => chosen.current?.(Number(element?.value));
    element?.addEventListener('change', onChange);
    return () => element?.removeEventListener('change', onChange);
  }, []);
  return (
    <div className="past" data-live={isLive}>
      <Button
        kind="text"
        size="small"
        icon="arrow-counter-clockwise"
        disabled={!isReady}
        onClick={() => go(Math.max(behind + BACK_SECONDS, BACK_SECONDS))}
      >
        <Trans>10 s back</Trans>
      </Button>
      <Readout past={past} pointed={pointed} />
      <input
        ref={input}
        className="slider"
        type="range"
        min={-most}
        max={0}
        step={1}
        value={-behind}
        disabled={!isReady}
        aria-label={t`Go back in the stream`}
        aria-valuetext={said}
        style={{ '--value': most === 0 ? '100%' : `${100 - (behind / most) * 100}%` } as CSSProperties}
        onPointerMove={pointAt}
        onPointerLeave={() => setPointed(undefined)}
        onChange={(event) => choose(Number(event.target.value))}
        onKeyDown={(event) => {
          const wanted = behindByKey(event.key, behind, most);
          if (wanted === undefined) return;
          event.preventDefault();
          go(wanted);
        }}
      />
      <Button className="past-live" kind="text" size="small" disabled={isLive} onClick={() => go(0)}>
        <i className="lamp" data-on={isLive} />
        <Trans>Live</Trans>
      </Button>
    </div>
  );
}
