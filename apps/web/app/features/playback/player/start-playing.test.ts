import { expect, test, vi } from 'vitest';
import { startPlaying } from './start-playing.ts';

/** A video in a browser that lets sound start by a press alone, or that refuses for another reason. */
const videoOf = (reason: string, isRefused: (video: { muted: boolean }) => boolean) => {
  const video = {
    muted: false,
    plays: 0,
    async play() {
      video.plays += 1;
      if (isRefused(video)) throw new DOMException('', reason);
    },
  };
  return video;
};
const settle = () => new Promise((resolve) => setTimeout(resolve));

test('where no sound may start by itself the picture does, without it, and that is told', async () => {
  const video = videoOf('NotAllowedError', ({ muted }) => !muted);
  const onSilenced = vi.fn();
  startPlaying(video as unknown as HTMLVideoElement, onSilenced);
  await settle();
  expect([video.muted, video.plays]).toEqual([true, 2]);
  expect(onSilenced).toHaveBeenCalledTimes(1);
});

test('where sound may start, and where nothing can be played at all, nobody is silenced', async () => {
  const onSilenced = vi.fn();
  const free = videoOf('NotAllowedError', () => false);
  const broken = videoOf('NotSupportedError', () => true);
  for (const video of [free, broken]) startPlaying(video as unknown as HTMLVideoElement, onSilenced);
  await settle();
  expect([free, broken].map(({ muted, plays }) => [muted, plays])).toEqual([
    [false, 1],
    [false, 1],
  ]);
  expect(onSilenced).not.toHaveBeenCalled();
});
