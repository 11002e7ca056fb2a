const KBPS_MIN = 150;
const LOSS_HIGH = 0.1;
const LOSS_LOW = 0.02;
const RAISE = 1.08;

/**
 * The next bit rate to ask for, from the loss of the last second: above 10 % it falls by half of the
 * loss, below 2 % it rises by 8 % a second (the loss-based rule of Google congestion control).
 */
export function nextTargetKbps(targetKbps: number, lossShare: number, maxKbps: number): number {
  if (lossShare > LOSS_HIGH) return Math.max(KBPS_MIN, targetKbps * (1 - lossShare / 2));
  if (lossShare < LOSS_LOW) return Math.min(maxKbps, targetKbps * RAISE);
  return targetKbps;
}
