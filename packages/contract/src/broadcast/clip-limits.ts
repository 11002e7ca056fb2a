/** Length of a clip in seconds; it begins at the keyframe before, so it may be a little longer. */
export const CLIP_SECONDS = { min: 15, max: 60 } as const;
/** What the studio offers, in seconds. */
export const CLIP_LENGTHS = [15, 30, 60] as const;
/** Pause between two clips of one performer, in milliseconds. */
export const CLIP_PAUSE_MS = 10_000;
