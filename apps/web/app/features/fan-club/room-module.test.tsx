import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { makeModuleSet } from '../../shared/room-module/module-set.tsx';
import { makeRoomPageStore } from '../../shared/room-module/page-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { wireEvent } from '../../shared/realtime/wire-event.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { roomState } from '../../shared/room/room-state.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { fanClubModule } from './room-module.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('the way to the club shows its logo, and hears in the room of another one and of none (FANCLUB-009)', async () => {
  // Pictures that are still on their way; the test's document calls each of them failed.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const base = roomFixture();
  const room = roomFixture({
    user: { ...base.user, fanclub_logo_url: '/files/fan-logos/a.jpg' },
    userSetting: { ...base.userSetting, fanclub_prices: { supporter: 100, insider: 200, legend: 400 } },
  });
  const store = makeRoomPageStore(makeModuleSet({ fanClub: fanClubModule }), room);
  const fill = fanClubModule.fills[0]!;
  const Bar = () => {
    const { fanClub } = useSyncExternalStore(store.subscribe, store.get);
    const props: SlotProps<typeof fanClub> = {
      part: fanClub,
      room,
      now: roomState(room),
      me: { kind: 'unknown' },
      tools: { place: 'room', dispatch: () => undefined, client: undefined },
    };
    return <fill.draw {...props} />;
  };
  renderPage(<Bar />);
  const logo = () =>
    screen.getByRole('link', { name: 'Fan club' }).querySelector('img')?.getAttribute('src') ?? null;
  const { username } = room.user;
  const tell = (seq: number, logo_url: string | null) =>
    act(() => store.dispatch(wireEvent('v3.fans.logo', { seq, username, logo_url })));
  expect(logo()).toBe('/files/fan-logos/a.jpg');
  tell(1, '/files/fan-logos/b.jpg');
  await waitFor(() => expect(logo()).toBe('/files/fan-logos/b.jpg'));
  tell(2, null);
  await waitFor(() => expect(logo()).toBeNull());
});
