import type { FanLevel, MediaEdit } from '@klieg/contract';
import { readTags } from '../../profile/index.ts';

/** As the calls take them. */
export const LIMITS = { name: 80, description: 2_000, tags: 10, price: 20_000 } as const;
const TAG = /^[a-z0-9-]{1,32}$/u;
const PRICE = /^\d{1,5}$/u;

/** The form as it is typed. */
export interface FormValues {
  readonly name: string;
  readonly description: string;
  readonly tags: string;
  readonly price: string;
  readonly isFree: boolean;
  readonly level: FanLevel | null;
  readonly cover: number | null;
  readonly isCoverSafe: boolean;
  readonly consents: readonly string[];
}

export type FormFault = 'name' | 'price' | 'tags';

const FIRST_PRICE = 100;

/** Initial values of the form. */
export const valuesOf = (media: MediaEdit | undefined): FormValues => ({
  name: media?.name ?? '',
  description: media?.description ?? '',
  tags: media?.tags.join(', ') ?? '',
  price: String(media?.token_price ?? FIRST_PRICE),
  isFree: media?.is_free_no_auth ?? false,
  level: media?.fanclub_access_level ?? null,
  cover: media?.cover_item ?? null,
  isCoverSafe: media?.cover_safe ?? false,
  consents: media?.consent_ids ?? [],
});

/** What is sent, or the first field to correct. */
export function bodyOf(values: FormValues) {
  const name = values.name.trim();
  if (name === '') return { fault: 'name' as const };
  const price = values.isFree ? '0' : values.price.trim();
  if (!PRICE.test(price) || Number(price) > LIMITS.price) return { fault: 'price' as const };
  const tags = readTags(values.tags);
  if (tags.length > LIMITS.tags || !tags.every((tag) => TAG.test(tag))) return { fault: 'tags' as const };
  return {
    body: {
      name,
      description: values.description.trim(),
      tags,
      token_price: Number(price),
      is_free_no_auth: values.isFree,
      fanclub_access_level: values.level,
      cover_item: values.cover,
      cover_safe: values.isCoverSafe,
      consent_ids: [...values.consents],
    },
  };
}
