import type { Bio, UserCard } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import { type RoomRow, summarizeRatings } from '../rooms/index.ts';

const DESCRIPTION_MAX = 180;

/** What a performer says about themselves only for the bio. */
export type BioDetails = Pick<Bio, 'ethnicity' | 'body' | 'city' | 'turn_ons' | 'schedule' | 'socialMedia'>;

/** Who a performer is; what nobody has filled in is empty. */
export function presentBio(input: {
  readonly owner: Account;
  readonly card: UserCard;
  readonly row: RoomRow;
  readonly related: readonly UserCard[];
  readonly fanTiers: Bio['fanclub'];
  readonly exclusiveCost: number;
  readonly schedule: Bio['schedule'];
  readonly details: BioDetails;
}): Bio {
  const { owner, row, details } = input;
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = row.ratingCounts;
  const description =
    [...owner.about.replaceAll(/\s+/g, ' ')].slice(0, DESCRIPTION_MAX).join('') ||
    `About ${owner.displayName}: languages, ratings and when the room was last open.`;
  return {
    // Cards are rebuilt now and then; these values were changed just now.
    user: { ...input.card, displayName: owner.displayName, avatarUrl: owner.avatarUrl },
    about: owner.about,
    languages: [...owner.languages],
    ethnicity: details.ethnicity,
    body: details.body,
    region: owner.region,
    country_code: owner.countryCode,
    city: details.city,
    turn_ons: details.turn_ons,
    schedule: details.schedule.length > 0 ? details.schedule : input.schedule,
    socialMedia: details.socialMedia,
    tags: [...owner.tags],
    joined_at: toInstant(owner.createdAt),
    last_online_at: row.lastOnlineAt ? toInstant(row.lastOnlineAt) : null,
    ratings: {
      ...summarizeRatings(row.ratingCounts),
      by_stars: { 1: one, 2: two, 3: three, 4: four, 5: five },
    },
    followers: row.followers,
    exclusive_cost: input.exclusiveCost,
    fanclub: [...input.fanTiers],
    media_preview: [],
    related: [...input.related],
    seo: {
      breadcrumbList: [
        { name: 'Home', url: '/' },
        { name: owner.displayName, url: `/${owner.username}` },
        { name: 'About', url: `/${owner.username}/bio` },
      ],
      description,
      footerHtml: '',
      h1: owner.displayName,
      metaDescription: description,
      metaTitle: `About ${owner.displayName}`,
    },
  };
}
