import {
  MEDIA_NAME_MAX,
  MEDIA_PRICE_MAX,
  MEDIA_TAGS_MAX,
} from '@klieg/contract/features/media-library/limits';
import type { FanLevel } from '@klieg/contract';
import { readTags } from '../../profile/index.ts';

export const NAME_MAX = MEDIA_NAME_MAX;
const TAG = /^[a-z0-9-]{1,32}$/u;
const PRICE = /^\d{1,5}$/u;

/** The form of an offer, as typed. */
export interface OfferValues {
  readonly name: string;
  readonly price: string;
  readonly level: FanLevel | null;
  readonly tags: string;
}
export type OfferFault = 'name' | 'price' | 'tags';

/** What is sent, or the first field to correct. */
export function offerOf(values: OfferValues) {
  const name = values.name.trim();
  if (name === '') return { fault: 'name' as const };
  const price = values.price.trim();
  if (!PRICE.test(price) || Number(price) > MEDIA_PRICE_MAX) return { fault: 'price' as const };
  const tags = readTags(values.tags);
  if (tags.length > MEDIA_TAGS_MAX || !tags.every((tag) => TAG.test(tag))) return { fault: 'tags' as const };
  return { body: { name, token_price: Number(price), fanclub_access_level: values.level, tags } };
}
