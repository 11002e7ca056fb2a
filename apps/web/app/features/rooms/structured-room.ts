import type { Room } from '@klieg/contract';

/**
 * The picture for a shared link to a room: as wide as possible, and only one that everybody who opens the room can see.
 */
const STILL_WIDTH = 960;

/**
 * The picture that represents a room in shared links: the live still while everybody may watch, else the picture that
 * the performer has chosen. None on a site that blurs pictures; for a room with a password only the chosen one.
 */
export function shareImageOf(
  { user, userSetting, mode }: Pick<Room, 'user' | 'userSetting' | 'mode'>,
  site: { readonly is_non_nude: boolean; readonly custom: { readonly hide_explicit: boolean } } | undefined,
): string | null {
  if (!site || site.is_non_nude || site.custom.hide_explicit) return null;
  const isOpen = user.status === 'online' && mode === 'public' && !userSetting.hasCamPassword;
  if (!isOpen || !user.profilePictureUrl) return user.offlinePictureUrl;
  return `${user.profilePictureUrl}&w=${STILL_WIDTH}`;
}

/**
 * A room as its broadcaster's page, in schema.org terms. It says only what the page shows, and a couple is no person.
 */
export function structuredRoom({ user }: Pick<Room, 'user'>, base: string): Record<string, unknown> {
  const url = `${base}/${user.username}`;
  return {
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': user.gender === 'c' ? 'PerformingGroup' : 'Person',
      name: user.displayName,
      alternateName: user.username,
      url,
      ...(user.offlinePictureUrl && { image: new URL(user.offlinePictureUrl, base).href }),
      ...(user.gender !== 'c' && user.languages.length > 0 && { knowsLanguage: user.languages }),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: user.follower_count,
      },
    },
  };
}
