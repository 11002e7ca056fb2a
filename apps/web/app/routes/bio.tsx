import type { MetaDescriptor } from 'react-router';
import { BioPage } from '../features/people/bio-page.tsx';
import { JoinClubLink } from '../features/fan-club/index.ts';
import { BioSchedule } from '../features/schedule/index.ts';
import { LiveCard } from '../features/discovery/live-card.tsx';
import { servicesContext } from '../services.ts';
import { useShown } from '../shared/me/hidden-names.ts';
import { PersonTabs } from '../shared/person-tabs.tsx';
import { canonicalName, valueOf } from '../shared/public-answer.ts';
import { structuredBio } from '../features/people/structured-bio.ts';
import type { Route } from './+types/bio.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const pathOf = (name: string): string => `/${name}/bio`;

/** Who a performer is, as a guest reads it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const name = canonicalName(params.username, request, pathOf);
  const bio = valueOf(await context.get(servicesContext).bio(name, request), pathOf);
  return { bio, origin: new URL(request.url).origin };
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
export default function Bio({ loaderData: { bio } }: Route.ComponentProps) {
  const related = useShown(bio.related);
  const tier = bio.fanclub[0];
  return (
    <BioPage
      key={bio.user.username}
      bio={bio}
      tabs={<PersonTabs user={bio.user} at="about" />}
      fanClub={tier && <JoinClubLink username={bio.user.username} price={tier.price} />}
      schedule={<BioSchedule username={bio.user.username} />}
      related={related.slice(0, 6).map((card) => (
        <LiveCard key={card.username} card={card} />
      ))}
    />
  );
}
