import { afterEach, expect, test, vi } from 'vitest';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { writeLocal } from '#app/shared/local-store.ts';
import { endPush } from './push-browser.ts';

const endpoint = 'https://push.example/one';

/** A browser that is subscribed; its push service may be out of reach. */
function browserWith(unsubscribe: () => Promise<boolean>): void {
  const getSubscription = () => Promise.resolve({ endpoint, unsubscribe });
  const getRegistration = () => Promise.resolve({ pushManager: { getSubscription } });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', class {});
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  writeLocal('push-id', null);
});

test('who logs out of a browser that gets push messages ends them here and at the site', async () => {
  const sent = stubServer({ 'POST /push/unsubscribe': { status: 1 } });
  const ended = vi.fn(() => Promise.resolve(true));
  browserWith(ended);
  writeLocal('push-id', 'one');
  await endPush();
  expect(ended).toHaveBeenCalledOnce();
  expect(sent.map(({ call, body }) => [call, body])).toEqual([['POST /push/unsubscribe', { endpoint }]]);
  await endPush();
  expect(ended).toHaveBeenCalledOnce();
});

test('a push service that does not answer, or refuses, keeps nobody from logging out', async () => {
  stubServer({});
  browserWith(() => Promise.reject(new Error('out of reach')));
  writeLocal('push-id', 'one');
  await endPush();
  vi.useFakeTimers();
  browserWith(() => new Promise(() => {}));
  writeLocal('push-id', 'one');
  const ending = endPush();
  await vi.advanceTimersByTimeAsync(3_000);
  await ending;
});
