/* What a house costs, and what it has (machine 31). */

/** Its cameras in display order. */
export const VOYEUR_CAMERAS = ['bedroom', 'kitchen', 'shower', 'living'] as const;
export type VoyeurCamera = (typeof VOYEUR_CAMERAS)[number];

export const VOYEUR_LIMITS = {
  /** Free delivered seconds per house and day. */
  free_seconds: 60,
  cost_per_minute: 6,
  minutes_max: 60,
  /** What a turn costs, and how long it lasts. */
  control_cost: 30,
  control_seconds: 60,
  /** Turns that wait for theirs. */
  queue_max: 5,
} as const;
