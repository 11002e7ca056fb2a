import { expect, test } from 'vitest';
import { connectionOf } from './connection-part.ts';

test('a connection is good until media reports a fault; each fault takes a point, and one is left (BROWSE-056)', () => {
  expect(connectionOf(undefined)).toBe(4);
  for (const [warnings, lossPercent, quality] of [
    [[], 0, 4],
    [['black_picture', 'no_sound'], 0, 4],
    [['b_frames'], 0, 3],
    [['packet_loss'], 4, 3],
    [['packet_loss'], 10, 2],
    [['packet_loss', 'bitrate'], 12, 1],
    [['packet_loss', 'bitrate', 'keyframe_interval', 'b_frames'], 40, 1],
  ] as const)
    expect(connectionOf({ warnings, lossPercent }), warnings.join()).toBe(quality);
});
