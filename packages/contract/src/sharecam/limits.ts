/*
 * What a shared camera sends: 320 by 240 to 640 by 480, 10 to 30 pictures a second (CONSTANTS-041, CONSTANTS-042).
 */
export const CAMERA_LIMITS = {
  width_min: 320,
  height_min: 240,
  width_max: 640,
  height_max: 480,
  fps_min: 10,
  fps_max: 30,
  bitrate_kbps_max: 800,
} as const;
