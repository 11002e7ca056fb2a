import type { Routes } from '../call.ts';

export const playbackRoutes = {
  reportPlayback: ['POST', '/video/playback'],
} as const satisfies Routes;

/** Called by staff. */
export const playbackStaffRoutes = {
  readPlayback: ['GET', '/admin/playback'],
} as const satisfies Routes;
