import { expect, test } from 'vitest';
import { cameraConstraints, DEFAULT_LIMITS, microphoneConstraints } from './capture-limits.ts';

test('a camera gives 320x240 to 640x480 at 10 to 30 frames (CONSTANTS-041, CONSTANTS-042)', () => {
  const constraints = cameraConstraints(DEFAULT_LIMITS, 'cam1');
  expect(constraints.width).toEqual({ min: 320, ideal: 640, max: 640 });
  expect(constraints.height).toEqual({ min: 240, ideal: 480, max: 480 });
  expect(constraints.frameRate).toEqual({ min: 10, ideal: 30, max: 30 });
  expect(constraints.deviceId).toEqual({ exact: 'cam1' });
});

test('without a choice the browser picks the device', () => {
  expect(cameraConstraints(DEFAULT_LIMITS, undefined)).not.toHaveProperty('deviceId');
  expect(microphoneConstraints(undefined, true)).toEqual({
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
  });
});
