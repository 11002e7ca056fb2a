import type { GenderSlug } from '@klieg/contract';
import { Icon, type IconName } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { Link, NavLink, type To, useLocation, useRouteLoaderData } from 'react-router';
import { OPENED_HERE, SWIPER_HASH } from '../../features/discovery/swiper/swiper-hash.ts';
import { sectionNamed } from '../../shared/section.ts';
import { deskOf, useMe } from '../../shared/me/me-store.ts';
import { useExpectsMember } from '../../shared/site.ts';

interface Place {
  readonly to: To;
  /** Opens something over the page, and so cannot be the current page. */
  readonly isLayer?: boolean;
  readonly icon: IconName;
  readonly text: string;
  readonly unread?: number;
}

/**
 * The feed of the current section. The home page of all sections has one of all rooms, as a layer over it; elsewhere it
 * is that of the section visited last.
 */
function useFeedPlace(): Pick<Place, 'to' | 'isLayer'> {
  const { pathname, search } = useLocation();
  const home = useRouteLoaderData<{ readonly section?: GenderSlug }>('routes/home');
  const section = sectionNamed(pathname.split('/')[1]) ?? home?.section;
  if (section) return { to: `/${section}/feed` };
  return home ? { to: { pathname, search, hash: SWIPER_HASH }, isLayer: true } : { to: '/feed' };
}

function Way({ place: { to, icon, text, unread = 0, isLayer } }: { readonly place: Place }) {
  const content = (
    <>
      <Icon name={icon} />
      {unread > 0 && <span className="unread-dot" />}
      {text}
    </>
  );
  return isLayer ? (
    <Link to={to} state={OPENED_HERE} preventScrollReset>
      {content}
    </Link>
  ) : (
    <NavLink to={to} end={to === '/'}>
      {content}
    </NavLink>
  );
}

/**
 * The main places within reach of the thumb; phones only. Five places, the last one by visitor: guests join, models go
 * live, viewers have their inbox. For members it is empty until it is known who looks: a button must not change its
 * meaning under the finger. Staff does not use tokens, and has its desk there.
 */
export function BottomNav() {
  const { t } = useLingui();
  const me = useMe();
  const expectsMember = useExpectsMember();
  const feed = useFeedPlace();
  const desk = me.kind === 'member' ? deskOf(me.current.user) : undefined;
  const isModel = me.kind === 'member' && me.current.user.type === 'model';
  const last: Place | undefined =
    me.kind === 'guest' || (me.kind === 'unknown' && !expectsMember)
      ? { to: '/register', icon: 'user-plus', text: t`Join free` }
      : isModel
        ? { to: '/broadcast', icon: 'broadcast', text: t`Go live` }
        : me.kind === 'member'
          ? { to: '/inbox', icon: 'chat-circle-text', text: t`Inbox`, unread: me.current.pm.unread }
          : undefined;
  const places: readonly Place[] = [
    { to: '/', icon: 'squares-four', text: t`Browse` },
    { ...feed, icon: 'film-strip', text: t`Feed` },
    { to: '/search', icon: 'magnifying-glass', text: t`Search` },
    desk
      ? { to: desk, icon: 'gauge', text: t`Desk` }
      : { to: '/account/tokens', icon: 'coins', text: t`Tokens` },
  ];
  return (
    <nav className="bottom-nav" aria-label={t`Main`}>
      {places.map((place, position) => (
        <Way key={position} place={place} />
      ))}
      {last ? <Way place={last} /> : <span aria-hidden="true" />}
    </nav>
  );
}
