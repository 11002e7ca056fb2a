import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
// Here already, so that the press does not wait for it.
import '../../features/direct-messages/report-dialog.tsx';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { ReportButton } from './report-module.tsx';

const room = roomFixture();
const CALL = 'POST /report';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A room whose picture plays, with its button pressed. */
async function openDialog(isCovered = false) {
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,c3RpbGw=');
  const sent = stubServer({ [CALL]: { status: 1, report_id: '0190b1c2-0000-7000-8000-000000000001' } });
  renderPage(
    <div className="room">
      <div className="player-body">
        <video muted data-covered={isCovered} />
      </div>
      <ReportButton room={room} />
    </div>,
  );
  Object.defineProperty(document.querySelector('video')!, 'videoWidth', { value: 1920 });
  Object.defineProperty(document.querySelector('video')!, 'videoHeight', { value: 1080 });
  fireEvent.click(screen.getByRole('button', { name: 'Report this room' }));
  await screen.findByRole('dialog', { name: 'Report this room' });
  return { posts: () => sent.filter(({ call }) => call === CALL).map(({ body }) => body) };
}

const send = () => fireEvent.submit(document.querySelector('form')!);
const choose = (value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: 'What is wrong?' }), { target: { value } });

test('one press opens the report of a room; it has no reason of its own, and takes the picture along', async () => {
  const { posts } = await openDialog();
  expect(screen.getByRole('combobox')).toHaveProperty('value', '');
  send();
  await screen.findByText('Choose what is wrong.');
  expect(posts()).toEqual([]);
  choose('violence');
  send();
  await waitFor(() =>
    expect(posts()).toEqual([
      { kind: 'room', target: room.user.username, reason: 'violence', still: 'c3RpbGw=' },
    ]),
  );
});

test('the picture stays where it is when that is wanted, or when it was covered', async () => {
  const { posts } = await openDialog();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Send this picture with the report' }));
  choose('other');
  send();
  await waitFor(() =>
    expect(posts()).toEqual([{ kind: 'room', target: room.user.username, reason: 'other' }]),
  );
  cleanup();
  await openDialog(true);
  expect(screen.queryByRole('checkbox')).toBeNull();
});
