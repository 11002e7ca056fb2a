import type { Bio } from '@klieg/contract';

/** A profile and the way to it, in the words of schema.org. */
export function structuredBio(bio: Bio, origin: string): readonly Record<string, unknown>[] {
  const { user, ratings, seo } = bio;
  const url = `${origin}/${user.username}/bio`;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      url,
      dateCreated: bio.joined_at,
      mainEntity: {
        '@type': 'Person',
        name: user.displayName,
        alternateName: user.username,
        url,
        description: seo.metaDescription,
        knowsLanguage: bio.languages,
        ...(user.profilePictureUrl && { image: new URL(user.profilePictureUrl, origin).href }),
        interactionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/FollowAction',
          userInteractionCount: bio.followers,
        },
        ...(ratings.count > 0 && {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: ratings.average,
            worstRating: 0,
            bestRating: 100,
            ratingCount: ratings.count,
          },
        }),
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: seo.breadcrumbList.map(({ name, url: path }, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        name,
        item: `${origin}${path}`,
      })),
    },
  ];
}
