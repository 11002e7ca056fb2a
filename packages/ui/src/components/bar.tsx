import type { CSSProperties } from 'react';
import { joinClasses } from './join-classes.ts';

/** A custom property for CSS, which React's style type does not know. */
export const cssValue = (value: string): CSSProperties => ({ '--value': value }) as CSSProperties;

const clampPercent = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent)));

export interface BarProps {
  /** 0 to 100; other values are cut. */
  readonly percent: number;
  readonly label: string;
  readonly thick?: boolean;
  readonly warn?: boolean;
}

/** How far something is. */
export function Bar({ percent, label, thick, warn }: BarProps) {
  const value = clampPercent(percent);
  return (
    <div
      className={joinClasses('bar', thick && 'bar-thick', warn && 'bar-warn')}
      style={cssValue(`${value}%`)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw a progress element their own way
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i />
    </div>
  );
}

const LAMPS = 40;
const FLOOR_DB = -60;

/** Number of lit lamps of forty for a level in dBFS; at -60 or less none. */
export const litLamps = (levelDb: number): number =>
  Math.round((Math.min(0, Math.max(FLOOR_DB, levelDb)) / -FLOOR_DB + 1) * LAMPS);

const lampTone = (lamp: number): string =>
  lamp >= LAMPS * 0.86 ? 'is-over' : lamp >= LAMPS * 0.68 ? 'is-warn' : 'is-good';

export interface LevelMeterProps {
  /** dBFS, 0 being the loudest. */
  readonly levelDb: number;
  /** Loudest level of the last moments in dBFS. */
  readonly peakDb?: number;
  readonly label: string;
}

/** Sound level as forty lamps. */
export function LevelMeter({ levelDb, peakDb, label }: LevelMeterProps) {
  const lit = litLamps(levelDb);
  const peak = peakDb === undefined ? -1 : litLamps(peakDb) - 1;
  return (
    <div
      className="level-meter"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw a meter element their own way
      role="meter"
      aria-label={label}
      aria-valuemin={FLOOR_DB}
      aria-valuemax={0}
      aria-valuenow={Math.round(Math.max(FLOOR_DB, levelDb))}
    >
      {Array.from({ length: LAMPS }, (_, lamp) => (
        <i key={lamp} className={lamp < lit || lamp === peak ? lampTone(lamp) : undefined} />
      ))}
    </div>
  );
}

export interface StepsProps {
  readonly done: number;
  readonly total: number;
  readonly label: string;
}

/** Which of a few steps one is at. */
export function Steps({ done, total, label }: StepsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of boxes
    <div className="progress-steps" role="img" aria-label={label}>
      {Array.from({ length: total }, (_, step) => (
        <i key={step} className={step < done ? 'is-on' : undefined} />
      ))}
    </div>
  );
}
