import { afterEach, expect, test, vi } from 'vitest';
import { answerFirst } from './answer-first.ts';

afterEach(() => vi.restoreAllMocks());

const frames: FrameRequestCallback[] = [];
const holdFrames = () => {
  frames.length = 0;
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
};
const showFrame = () => frames.splice(0).forEach((frame) => frame(0));

function routerThatTells() {
  const seen: string[] = [];
  const router = {
    navigate: async (to: string) => {
      seen.push(to);
      if (to === '/nowhere') throw new Error('no such page');
    },
  };
  answerFirst(router);
  answerFirst(router);
  return { router, seen };
}

test('ways begin after the next frame, in their order', async () => {
  holdFrames();
  const { router, seen } = routerThatTells();
  const both = [router.navigate('/a'), router.navigate('/b')];
  await Promise.resolve();
  expect(seen).toEqual([]);
  showFrame();
  await Promise.all(both);
  expect(seen).toEqual(['/a', '/b']);
});

test('a page without frames goes its way all the same, and an unseen one at once', async () => {
  holdFrames();
  const { router, seen } = routerThatTells();
  await router.navigate('/a');
  expect(seen).toEqual(['/a']);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  void router.navigate('/b');
  expect(seen).toEqual(['/a', '/b']);
});

test('who asked learns that a way failed', async () => {
  const { router } = routerThatTells();
  await expect(router.navigate('/nowhere')).rejects.toThrow('no such page');
});
