import { useLingui } from '@lingui/react/macro';
import { FollowRail } from '../../features/discovery/lists/follow-rail.tsx';
import { usePanel } from '../layout/page-handle.ts';

/** Left of browse pages and lists: followed performers and the places of the site. */
export function BrowseRail() {
  const { t } = useLingui();
  const { isPanelOpen, closePanel } = usePanel();
  return (
    <FollowRail
      isOpen={isPanelOpen}
      onClose={closePanel}
      places={[
        { to: '/', icon: 'squares-four', text: t`All rooms` },
        { to: '/for-you', icon: 'sparkle', text: t`For you` },
        { to: '/multi-filter?tag=is-live', icon: 'sliders-horizontal', text: t`Find by filter` },
        { to: '/followed', icon: 'heart', text: t`Followed` },
        { to: '/fans', icon: 'users', text: t`Fan clubs` },
        { to: '/media/videos', icon: 'film-strip', text: t`Videos and pictures` },
        { to: '/view-history', icon: 'clock-counter-clockwise', text: t`Recently viewed` },
        { to: '/most-liked', icon: 'trophy', text: t`Most liked` },
        { to: '/contests', icon: 'star', text: t`Contests` },
        { to: '/account/tokens', icon: 'coins', text: t`Tokens` },
      ]}
    />
  );
}
