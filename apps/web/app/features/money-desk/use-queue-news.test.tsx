import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { PageRealtime } from '../../shared/realtime/page-realtime.ts';
import { setPageRealtime } from '../../shared/realtime/page-realtime.ts';
import { type StaffQueue, useQueueNews } from './use-queue-news.ts';

afterEach(cleanup);

/** A lobby that says what the test wants. */
function openLobby() {
  const listeners = new Set<(payload: { queue: StaffQueue }) => void>();
  const lobby = {
    on(_name: string, listener: (payload: { queue: StaffQueue }) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  setPageRealtime({ lobby } as unknown as PageRealtime);
  return {
    say: (queue: StaffQueue) => act(() => listeners.forEach((listener) => listener({ queue }))),
    count: () => listeners.size,
  };
}

const QUEUES: readonly StaffQueue[] = ['complaint', 'illegal'];

function List({ reload }: { readonly reload: () => void }) {
  useQueueNews(QUEUES, reload);
  return null;
}

test('a list is read again when something waits in one of its queues, and not for others or after it is gone', () => {
  const lobby = openLobby();
  let reads = 0;
  const reload = () => void (reads += 1);
  const { unmount } = render(<List reload={reload} />);
  lobby.say('illegal');
  lobby.say('complaint');
  expect(reads).toBe(2);
  for (const other of ['appeal', 'live', 'media', 'identity', 'payout', 'fraud'] as const) lobby.say(other);
  expect(reads).toBe(2);
  unmount();
  expect(lobby.count()).toBe(0);
});
