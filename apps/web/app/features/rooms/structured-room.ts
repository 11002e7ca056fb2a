import type { Room } from '@klieg/contract';

/** The picture of a link to a room: as wide as they come, and only one that whoever opens the room sees as well. */
const STILL_WIDTH = 960;

/**
 * The picture that stands for a room where somebody sends a link to it: the live still while everybody may watch, else
 * the picture that the performer has chosen. None on a site that shows pictures blurred, and none of a room that asks for
 * a password but the chosen one.
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
 * A room as the page of who broadcasts in it, in the words of schema.org. It says what the page shows: nothing is
 * reckoned, and a couple is no person.
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
