import type { Answer } from '#app/shared/api/answers.ts';

type Limits = Answer<'getStreamerSettings'>['webrtc'];

/** Limits until the server has given its own (CONSTANTS-041, CONSTANTS-042). */
export const DEFAULT_LIMITS: Limits = {
  width_min: 320,
  height_min: 240,
  width_max: 640,
  height_max: 480,
  fps_min: 10,
  fps_max: 30,
  bitrate_kbps_max: 2_500,
};

/** What a camera is asked for: within the limits, as large as they allow. */
export const cameraConstraints = (limits: Limits, deviceId: string | undefined): MediaTrackConstraints => ({
  width: { min: limits.width_min, ideal: limits.width_max, max: limits.width_max },
  height: { min: limits.height_min, ideal: limits.height_max, max: limits.height_max },
  frameRate: { min: limits.fps_min, ideal: limits.fps_max, max: limits.fps_max },
  ...(deviceId && { deviceId: { exact: deviceId } }),
});

/** What a microphone is asked for. */
export const microphoneConstraints = (
  deviceId: string | undefined,
  hasNoiseFilter: boolean,
): MediaTrackConstraints => ({
  echoCancellation: hasNoiseFilter,
  noiseSuppression: hasNoiseFilter,
  autoGainControl: hasNoiseFilter,
  ...(deviceId && { deviceId: { exact: deviceId } }),
});
