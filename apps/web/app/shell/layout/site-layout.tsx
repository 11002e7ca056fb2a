import { joinClasses } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Outlet, useMatches, useSearchParams } from 'react-router';
import { useAwaitedRoom } from '../../features/rooms/room-entity.ts';
import { RoomWaiting } from '../../features/rooms/room-waiting.tsx';
import { useSiteConfig } from '../../shared/site.ts';
import { BottomNav } from './bottom-nav.tsx';
import { PageExtras } from '../extras/page-extras.tsx';
import type { PageHandle, PanelContext } from './page-handle.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** Header, page, footer, bottom navigation; rooms fill the window and bring no footer. */
export default function SiteLayout() {
  const { t } = useLingui();
  const matches = useMatches();
  const awaitedRoom = useAwaitedRoom(matches.find(({ id }) => id === 'routes/room')?.params['username']);
  const handles = matches.map(({ handle }) => handle as PageHandle | undefined);
  const fillsWindow = handles.some((handle) => handle?.fillsWindow);
  const hasPanel = handles.some((handle) => handle?.hasPanel);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const isDemo = useSiteConfig()?.isUsingDevDb ?? false;
  // Embedded in another site: the room alone (SHELL-010).
  const isEmbedded = useSearchParams()[0].get('iframe') === '1';
  const panel: PanelContext = { isPanelOpen, closePanel: () => setPanelOpen(false) };
  return (
    <div className={joinClasses('flex min-h-dvh flex-col', !fillsWindow && 'has-bottom-nav')}>
      <a className="skip-link" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      {!isEmbedded && <SiteHeader {...(hasPanel && { onOpenPanel: () => setPanelOpen((open) => !open) })} />}
      <div className="flex flex-1 flex-col">
        <Outlet context={panel} />
        {awaitedRoom !== undefined && <RoomWaiting username={awaitedRoom} />}
      </div>
      {!fillsWindow && (
        <>
          {isDemo && (
            <aside className="demo-ribbon small" aria-label={t`About this site`}>
              <Trans>Demo data: everybody here is made up.</Trans>
            </aside>
          )}
          <SiteFooter />
          <BottomNav />
        </>
      )}
      <PageExtras />
    </div>
  );
}
