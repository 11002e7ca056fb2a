import { expect, test } from 'vitest';
import { readIncoming } from './whep-stats.ts';

test('what comes in is read from the reports of the browser, pictures before sound', () => {
  const report = [
    { type: 'inbound-rtp', kind: 'audio', bytesReceived: 1_000, codecId: 'c2' },
    {
      type: 'inbound-rtp',
      kind: 'video',
      bytesReceived: 90_000,
      codecId: 'c1',
      jitterBufferDelay: 3,
      jitterBufferEmittedCount: 60,
    },
    { type: 'codec', id: 'c1', mimeType: 'video/H264' },
    { type: 'codec', id: 'c2', mimeType: 'audio/opus' },
    { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.04 },
  ];
  const { latencySeconds, ...rest } = readIncoming(report);
  expect(rest).toEqual({ bytesReceived: 91_000, codecs: 'H264,opus' });
  expect(latencySeconds).toBeCloseTo(0.07);
});

test('reports that are not there yet count as nothing', () => {
  expect(readIncoming([])).toEqual({ bytesReceived: 0, latencySeconds: 0, codecs: '' });
});
