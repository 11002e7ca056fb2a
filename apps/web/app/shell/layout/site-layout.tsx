import type { Banner } from '@klieg/contract';
import { joinClasses } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Outlet, useLocation, useMatches, useSearchParams } from 'react-router';
import { useAwaitedRoom } from '../../features/rooms/room-entity.ts';
import { RoomWaiting } from '../../features/rooms/room-waiting.tsx';
import { servicesContext } from '../../services.ts';
import { BannerContext } from '../../shared/banner-place.tsx';
import { readCookie } from '../../shared/cookie.ts';
import { useSiteConfig } from '../../shared/site.ts';
import { BannerFrame } from '../banner/banner-frame.tsx';
import { hasBannerPlace } from '../banner/banner-place.ts';
import { LateErrorPage } from '../errors/late-error-page.tsx';
import { PageExtras } from '../extras/page-extras.tsx';
import type { Route } from './+types/site-layout.ts';
import { BottomNav } from './bottom-nav.tsx';
import type { PageHandle, PanelContext } from './page-handle.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

interface SiteFrameProps {
  readonly fillsWindow: boolean;
  /** The bottom navigation of phones stays below a page that fills the window. */
  readonly hasBottomNav?: boolean;
  /** A performer's page, the only kind that may be framed. */
  readonly isRoom?: boolean;
  readonly onOpenPanel?: () => void;
  readonly children: ReactNode;
}

/** Header, page, footer, bottom navigation; rooms fill the window and bring no footer. */
function SiteFrame({ fillsWindow, hasBottomNav = false, isRoom, onOpenPanel, children }: SiteFrameProps) {
  const { t } = useLingui();
  const config = useSiteConfig();
  const isDemo = config?.isUsingDevDb ?? false;
  // Embedded in another site: only the room (SHELL-010).
  const isEmbedded = useSearchParams()[0].get('iframe') === '1' && isRoom;
  return (
    <div className={joinClasses('flex min-h-dvh flex-col', !fillsWindow && 'has-bottom-nav')}>
      <a className="skip-link" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      {!isEmbedded && <SiteHeader {...(onOpenPanel && { onOpenPanel })} />}
      <div className="flex flex-1 flex-col">{children}</div>
      {!fillsWindow && (
        <>
          {isDemo && (
            <aside className="demo-ribbon small" aria-label={t`About this site`}>
              <Trans>Demo data: everyone here is made up.</Trans>
            </aside>
          )}
          <SiteFooter />
        </>
      )}
      {(!fillsWindow || hasBottomNav) && <BottomNav />}
      <PageExtras />
    </div>
  );
}

export { shouldRevalidate } from '../../shared/revalidate.ts';

/** The first banner that guests see; members see theirs once it is known who they are. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const isMember = readCookie(request.headers.get('cookie'), 'member') === '1';
  if (isMember || !hasBannerPlace(new URL(request.url).pathname)) return { banner: null };
  return { banner: await context.get(servicesContext).firstBanner(request) };
}

/** What pages draw where their content begins; rooms have a place of their own for it. */
function useBanner(first: Banner | null): ReactNode {
  const config = useSiteConfig();
  const { pathname } = useLocation();
  if (!config?.switches.banner || !hasBannerPlace(pathname)) return null;
  return (
    <div className="banner-place">
      <BannerFrame first={first} />
    </div>
  );
}

/** The pages of the site, framed as their routes ask for it. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const matches = useMatches();
  const room = matches.find(({ id }) => id === 'routes/room');
  const awaitedRoom = useAwaitedRoom(room?.params['username']);
  const handles = matches.map(({ handle }) => handle as PageHandle | undefined);
  const hasPanel = handles.some((handle) => handle?.hasPanel);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const panel: PanelContext = { isPanelOpen, closePanel: () => setPanelOpen(false) };
  return (
    <SiteFrame
      fillsWindow={handles.some((handle) => handle?.fillsWindow)}
      hasBottomNav={handles.some((handle) => handle?.hasBottomNav)}
      isRoom={room !== undefined}
      {...(hasPanel && { onOpenPanel: () => setPanelOpen((open) => !open) })}
    >
      <BannerContext value={useBanner(loaderData.banner)}>
        <Outlet context={panel} />
      </BannerContext>
      {awaitedRoom !== undefined && <RoomWaiting username={awaitedRoom} />}
    </SiteFrame>
  );
}

/** Whatever goes wrong in a page of the site leaves its header and navigation. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SiteFrame fillsWindow={false}>
      <LateErrorPage error={error} isFramed />
    </SiteFrame>
  );
}
