import type { WallRoom } from '@klieg/contract';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { LivePage } from './live-page.tsx';
import { wallRoomFixture } from './wall-room.fixture.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answer = (items: readonly WallRoom[]) => ({
  items,
  counts: { all: 61, flagged: 1, new: 0, private: 2 },
  live: 61,
  pages: 1,
});
const wall = () => screen.getByRole('region', { name: 'Live rooms' });

test('each room says what it is at and whether it is to be looked at; one part of them is read by a press', async () => {
  const replies: Record<string, unknown> = {
    'GET /mod/live': answer([
      wallRoomFixture('anna', { risk: 2, reports: 1 }),
      wallRoomFixture('ben', { show: 'private' }),
    ]),
  };
  stubServer(replies);
  const asked = vi.fn(fetch);
  vi.stubGlobal('fetch', asked);
  renderPage(<LivePage />);
  const [anna, ben] = await within(wall()).findAllByRole('listitem');
  expect(within(anna!).getByText('Live')).toBeTruthy();
  expect(within(anna!).getByText('High')).toBeTruthy();
  expect(within(ben!).getByText('Private')).toBeTruthy();
  replies['GET /mod/live'] = answer([]);
  fireEvent.click(screen.getByRole('button', { name: 'New 0' }));
  expect(await screen.findByText('Nobody has just started')).toBeTruthy();
  expect(String(asked.mock.lastCall?.[0])).toContain('only=new');
  // What there is of the other parts stays in sight.
  expect(screen.getByRole('button', { name: 'Flagged 1' })).toBeTruthy();
});

test('the size of the pictures is kept in this browser', async () => {
  stubServer({ 'GET /mod/live': answer([wallRoomFixture('anna')]) });
  renderPage(<LivePage />);
  expect(wall().dataset['size']).toBe('M');
  fireEvent.click(await screen.findByRole('radio', { name: 'L' }));
  cleanup();
  renderPage(<LivePage />);
  expect(wall().dataset['size']).toBe('L');
});

/** A browser that can show a part of a page alone; jsdom cannot. */
function stubFullScreen() {
  let shown: Element | null = null;
  const become = (element: Element | null) => {
    shown = element;
    document.dispatchEvent(new Event('fullscreenchange'));
    return Promise.resolve();
  };
  Object.defineProperties(document, {
    fullscreenEnabled: { configurable: true, value: true },
    fullscreenElement: { configurable: true, get: () => shown },
    exitFullscreen: { configurable: true, value: () => become(null) },
  });
  Element.prototype.requestFullscreen = function request(this: Element) {
    return become(this);
  };
  return () => {
    for (const key of ['fullscreenEnabled', 'fullscreenElement', 'exitFullscreen'])
      Reflect.deleteProperty(document, key);
    Reflect.deleteProperty(Element.prototype, 'requestFullscreen');
  };
}

test('the wall fills the screen by its button and by F; a room that is chosen there is shown beside it', async () => {
  const undo = stubFullScreen();
  stubServer({ 'GET /mod/live': answer([wallRoomFixture('anna')]) });
  renderPage(<LivePage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Full screen' }));
  expect(document.fullscreenElement).toBe(wall());
  fireEvent.keyDown(document.body, { key: 'f' });
  expect(document.fullscreenElement).toBeNull();
  fireEvent.keyDown(document.body, { key: 'f' });
  expect(screen.getByRole('button', { name: 'Leave full screen' })).toBeTruthy();
  fireEvent.click(within(wall()).getByRole('button', { name: /The anna/u }));
  expect(document.fullscreenElement).toBeNull();
  const why = await screen.findByLabelText('Why you are watching');
  // What is written is no key.
  fireEvent.keyDown(why, { key: 'f' });
  expect(document.fullscreenElement).toBeNull();
  undo();
});

test('where the browser shows no part of a page alone there is no button for it', async () => {
  stubServer({ 'GET /mod/live': answer([wallRoomFixture('anna')]) });
  renderPage(<LivePage />);
  await within(wall()).findByRole('listitem');
  expect(screen.queryByRole('button', { name: 'Full screen' })).toBeNull();
});

test('what is written about a room stays while the wall shows other rooms', async () => {
  const replies: Record<string, unknown> = { 'GET /mod/live': answer([wallRoomFixture('anna')]) };
  stubServer(replies);
  renderPage(<LivePage />, '/mod/live?room=anna');
  const panel = await screen.findByRole('region', { name: 'The anna' });
  const why = within(panel).getByLabelText<HTMLInputElement>('Why you are watching');
  fireEvent.change(why, { target: { value: 'A report came in' } });
  replies['GET /mod/live'] = answer([wallRoomFixture('ben')]);
  fireEvent.click(screen.getByRole('button', { name: 'Flagged 1' }));
  expect(await within(wall()).findByText('The ben')).toBeTruthy();
  expect(panel.isConnected).toBe(true);
  expect(why.value).toBe('A report came in');
});
