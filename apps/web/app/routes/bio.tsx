import type { MetaDescriptor } from 'react-router';
import { BioPage } from '../features/people/bio-page.tsx';
import { MenuList, menuOf } from '../features/acts/index.ts';
import { ClubLevels } from '../features/fan-club/index.ts';
import { MediaPreview } from '../features/media-library/index.ts';
import { BioSchedule } from '../features/schedule/index.ts';
import { AskPrivateLink } from '../features/shows/index.ts';
import { LiveCard } from '../features/discovery/cards/live-card.tsx';
import { servicesContext } from '../services.ts';
import { useShown } from '../shared/me/hidden-names.ts';
import { PersonTabs } from '../shared/person-tabs.tsx';
import { canonicalName, valueOf } from '../shared/public-answer.ts';
import { structuredBio } from '../features/people/structured-bio.ts';
import type { Route } from './+types/bio.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/** How many of the newest media are shown. */
const MEDIA_SHOWN = 4;

const pathOf = (name: string): string => `/${name}/bio`;

/** A performer's page, with data of the room and the media page, as a guest reads it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const name = canonicalName(params.username, request, pathOf);
  const services = context.get(servicesContext);
  const [answer, room, list, club] = await Promise.all([
    services.bio(name, request),
    services.room(name, request),
    services.modelMedia(name, {}, request),
    services.fanClub(name, request),
  ]);
  return {
    bio: valueOf(answer, pathOf),
    menu: room.ok ? menuOf(room.room) : [],
    media: list.ok ? list.value.mediaList.slice(0, MEDIA_SHOWN) : [],
    mediaTotal: list.ok ? list.value.count_total : 0,
    members: club.ok ? club.value.members : undefined,
    origin: new URL(request.url).origin,
  };
}

/** Search engines get the texts, the canonical address and the performer as structured data. */
export const meta: Route.MetaFunction = ({ loaderData }): MetaDescriptor[] => {
  if (!loaderData) return [];
  const { bio, origin } = loaderData;
  const address = `${origin}${pathOf(bio.user.username)}`;
  const picture = bio.user.profilePictureUrl;
  return [
    { title: bio.seo.metaTitle },
    { name: 'description', content: bio.seo.metaDescription },
    { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'profile' },
    { property: 'og:title', content: bio.seo.metaTitle },
    { property: 'og:description', content: bio.seo.metaDescription },
    { property: 'og:url', content: address },
    ...(picture ? [{ property: 'og:image', content: new URL(picture, origin).href }] : []),
    ...structuredBio(bio, origin).map((part) => ({ 'script:ld+json': part }) as MetaDescriptor),
  ];
};

/** `/{username}/bio` */
export default function Bio({ loaderData }: Route.ComponentProps) {
  const { bio, menu, media, mediaTotal, members } = loaderData;
  const related = useShown(bio.related);
  const { user, fanclub: tiers } = bio;
  const { username } = user;
  return (
    <BioPage
      key={username}
      bio={bio}
      tabs={<PersonTabs user={user} at="about" media={mediaTotal} ratings={bio.ratings.count} />}
      schedule={<BioSchedule username={username} />}
      media={media.length > 0 && <MediaPreview username={username} media={media} total={mediaTotal} />}
      fanClub={tiers.length > 0 && <ClubLevels username={username} tiers={tiers} members={members} />}
      askPrivate={user.private_enabled && user.status === 'online' && <AskPrivateLink username={username} />}
      menu={menu.length > 0 && <MenuList username={username} items={menu} />}
      related={related.slice(0, 6).map((card) => (
        <LiveCard key={card.username} card={card} />
      ))}
    />
  );
}
