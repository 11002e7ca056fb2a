import type { GroupShow } from '@klieg/contract';
import {
  GROUP_LIMIT_MAX,
  GROUP_PEOPLE_DEFAULT,
  GROUP_PEOPLE_MAX,
  GROUP_PEOPLE_MIN,
  GROUP_PRICE_DEFAULT,
  GROUP_PRICE_MAX,
  GROUP_PRICE_MIN,
  GROUP_WAIT_MINUTES_DEFAULT,
} from '@klieg/contract/features/group-shows/limits';

/** The input for a group show. */
export interface GroupDraft {
  readonly price: string;
  readonly minPeople: string;
  /** Empty: no limit. */
  readonly maxPeople: string;
  readonly lateJoiners: boolean;
  readonly ifFew: GroupShow['if_few'];
  readonly waitMinutes: number;
}

export type GroupField = 'price' | 'min_people' | 'max_people';

export const WAIT_MINUTES = [15, 30, 60, 120, 240] as const;

export const newGroupDraft = (): GroupDraft => ({
  price: String(GROUP_PRICE_DEFAULT),
  minPeople: String(GROUP_PEOPLE_DEFAULT),
  maxPeople: '',
  lateJoiners: true,
  ifFew: 'ends',
  waitMinutes: GROUP_WAIT_MINUTES_DEFAULT,
});

const isWithin = (text: string, min: number, max: number): boolean =>
  /^\d{1,4}$/u.test(text.trim()) && Number(text) >= min && Number(text) <= max;

/** The fields that cannot be sent as they are. */
export function faultsOf({ price, minPeople, maxPeople }: GroupDraft): ReadonlySet<GroupField> {
  const faults = new Set<GroupField>();
  if (!isWithin(price, GROUP_PRICE_MIN, GROUP_PRICE_MAX)) faults.add('price');
  if (!isWithin(minPeople, GROUP_PEOPLE_MIN, GROUP_PEOPLE_MAX)) faults.add('min_people');
  const least = Math.max(GROUP_PEOPLE_MIN, Number(minPeople) || 0);
  if (maxPeople.trim() !== '' && !isWithin(maxPeople, least, GROUP_LIMIT_MAX)) faults.add('max_people');
  return faults;
}

/** What is sent for a draft without faults. */
export const termsOf = (draft: GroupDraft) => ({
  cost_per_minute: Number(draft.price),
  min_people: Number(draft.minPeople),
  ...(draft.maxPeople.trim() !== '' && { max_people: Number(draft.maxPeople) }),
  late_joiners: draft.lateJoiners,
  if_few: draft.ifFew,
  wait_minutes: draft.waitMinutes,
});
