import type { Room } from '@klieg/contract';
import { joinClasses } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { RoomStage } from '../../features/playback/stage/room-stage.tsx';
import { useSiteConfig } from '../../shared/site.ts';
import { withTexts } from '../../shared/language/with-texts.ts';
import { RoomSlot, RoomViewContext } from '../../shared/room-module/room-slot.tsx';
import { CHAT_LINES_ID, TIP_ID } from '../../shared/room/skip-targets.ts';
import { RoomBanner } from '../banner/room-banner.tsx';
import { SideTabs } from './side-tabs.tsx';
import { useRoomPage } from './use-room-page.ts';

const loadBannedPage = withTexts(() => import('../../features/room-chat/moderation/banned-page.tsx'));
const BannedPage = lazy(async () => ({ default: (await loadBannedPage()).BannedPage }));

/** The room of a performer: picture, bar and sections below it, tabs beside it. Modules fill the slots. */
export function RoomFrame({ room: loaded }: { readonly room: Room }) {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const { view, isBanned } = useRoomPage(loaded, 'room');
  const hasBanners = useSiteConfig()?.switches.banner ?? false;
  if (!view) return null;
  if (isBanned)
    return (
      <Suspense fallback={<main id="main" className="page-narrow" />}>
        <BannedPage user={view.room.user} />
      </Suspense>
    );
  const isAlone = query.get('nochat') === '1';
  const isEmbedded = query.get('iframe') === '1';
  return (
    <RoomViewContext value={view}>
      <main id="main" className={joinClasses('room', isEmbedded && 'room-bare', isAlone && 'room-alone')}>
        {!isAlone && (
          <>
            <a className="skip-link" href={`#${CHAT_LINES_ID}`}>
              <Trans>Skip to chat</Trans>
            </a>
            <a className="skip-link" href={`#${TIP_ID}`}>
              <Trans>Skip to tip</Trans>
            </a>
          </>
        )}
        <div className="room-stage">
          <RoomStage view={view} />
          <RoomSlot name="stage.bar" />
          <div className="rack room-rack">
            <RoomSlot name="stage.below" />
          </div>
          {hasBanners && !isEmbedded && <RoomBanner performerGender={view.room.user.gender} />}
        </div>
        {!isAlone && (
          <aside className="room-side" aria-label={t`Chat`}>
            <SideTabs view={view} />
          </aside>
        )}
        <RoomSlot name="page" />
      </main>
    </RoomViewContext>
  );
}
