import { expect, test } from 'vitest';
import { makePreviewMeter } from '../../control/preview-meter.ts';
import type { RtpUnit } from './picture-queue.ts';
import { makePreviewRtpReader } from './preview-rtp-reader.ts';

const at = (streamMs: number): RtpUnit => ({ packets: [], ticks: streamMs * 90, streamMs, isKey: false });

function setup(seconds: number) {
  const previews = makePreviewMeter({ tell: () => undefined, now: () => 0 });
  const preview = { grantId: 'g', seconds };
  const sent: string[] = [];
  let isClosed = false;
  const viewer = {
    hasVideo: true,
    hasAudio: true,
    line: undefined,
    isReady: () => true,
    figures: () => ({ packetsRepeated: 0, picturesDropped: 0 }),
    send(track: 'video' | 'audio', { streamMs }: RtpUnit) {
      sent.push(`${track} ${streamMs}`);
    },
    report() {
      sent.push('report');
    },
    close() {
      isClosed = true;
    },
  };
  const open = () => makePreviewRtpReader(viewer, preview, previews);
  return { open, reader: open(), previews, preview, sent, isClosed: () => isClosed };
}

test('pictures are sent until they would last longer than the seconds, then the viewer is closed: S401', () => {
  const { reader, sent, isClosed } = setup(1);
  for (let ms = 0; ms <= 2_000; ms += 40) reader.send('video', at(5_000 + ms));
  expect(sent).toHaveLength(26);
  expect(sent.at(-1)).toBe('video 6000');
  expect(isClosed()).toBe(true);
});

test('sound alone uses the seconds up as well', () => {
  const { reader, sent, isClosed } = setup(1);
  reader.send('video', at(0));
  for (let ms = 0; ms <= 2_000; ms += 20) reader.send('audio', at(ms));
  expect(sent.filter((one) => one.startsWith('audio'))).toHaveLength(51);
  expect(isClosed()).toBe(true);
});

test('picture and sound of the same time count once, and a stall costs nothing', () => {
  const { reader, isClosed } = setup(2);
  for (let ms = 0; ms <= 1_000; ms += 20) {
    reader.send('audio', at(ms));
    if (ms % 40 === 0) reader.send('video', at(ms));
  }
  for (let ms = 20_000; ms <= 20_900; ms += 20) reader.send('audio', at(ms));
  expect(isClosed()).toBe(false);
});

test('another connection goes on where the first one was', () => {
  const { reader, open, sent } = setup(1);
  for (let ms = 0; ms <= 600; ms += 40) reader.send('video', at(ms));
  const again = open();
  const before = sent.length;
  for (let ms = 3_000; ms <= 6_000; ms += 40) again.send('video', at(ms));
  expect(sent.length - before).toBe(11);
});

test('when it is used up elsewhere not even a report is sent', () => {
  const { reader, previews, preview, sent, isClosed } = setup(1);
  reader.send('video', at(0));
  reader.report(0, 0);
  previews.take(preview, { startMs: 0, endMs: 1_000 });
  reader.report(0, 0);
  reader.send('audio', at(40));
  expect(sent).toEqual(['video 0', 'report']);
  expect(isClosed()).toBe(true);
});
