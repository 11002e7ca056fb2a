import { MODEL_PROFILE_KEYS, type Profile, type ProfileChange } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { type Account, type AccountStore, isModel, refuseDisplayName } from '../identity/index.ts';
import type { SaveSettings } from '../settings/index.ts';
import type { AvatarStore } from './avatar-store.ts';
import { isAnyRefused, splitChange } from './profile-rules.ts';
import { type Details, NO_DETAILS, type ProfileStore } from './profile-store.ts';
import type { KeptReview, ReviewStore } from './review-store.ts';

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly avatars: Pick<AvatarStore, 'lockAccount'>;
  readonly store: ProfileStore;
  readonly reviews: ReviewStore;
  /** Staff reads it first. */
  readonly isReviewed: (text: string) => boolean;
  /** It is not taken. */
  readonly isRefused: (text: string) => boolean;
  readonly saveSettings: SaveSettings;
}

const MODEL_KEYS = new Set(MODEL_PROFILE_KEYS);

/** @throws settings.not_allowed, identity.display_name_refused */
function refuse(account: Account, change: ProfileChange): void {
  if (!isModel(account) && Object.keys(change).some((key) => MODEL_KEYS.has(key)))
    throw new AppError('settings.not_allowed');
  // Once papers have been approved, they say who somebody is.
  const isFixed = isModel(account) && account.complianceStatus === 'approved';
  if (isFixed && change.gender !== undefined && change.gender !== account.gender)
    throw new AppError('settings.not_allowed');
  if (change.display_name !== undefined && refuseDisplayName(change.display_name))
    throw new AppError('identity.display_name_refused');
}

const DETAIL_KEYS = Object.keys(NO_DETAILS) as (keyof Details)[];
const hasDetails = (change: ProfileChange): boolean => DETAIL_KEYS.some((key) => change[key] !== undefined);

/** Only given fields: absent ones stay. */
const detailsOf = (change: ProfileChange): Partial<Details> =>
  Object.fromEntries(DETAIL_KEYS.flatMap((key) => (change[key] === undefined ? [] : [[key, change[key]]])));

/**
 * Saves what somebody says of themselves; a text with a banned term waits for staff, the rest counts at once.
 * @returns the account after it. @throws settings.not_allowed, identity.display_name_refused, compliance.under_review,
 * compliance.text_refused
 */
export type SaveProfile = (account: Account, change: ProfileChange) => Promise<Account>;

export const makeSaveProfile =
  (deps: Deps): SaveProfile =>
  async ({ id }, change) => {
    const { avatars, store, reviews } = deps;
    /** An older version no longer waits: approved later, it would replace the newer one. */
    const giveUpOlder = async ({ payload }: KeptReview, now: ProfileChange, within: Transaction) => {
      const still = Object.entries(payload).filter(([key]) => now[key as keyof ProfileChange] === undefined);
      if (still.length === Object.keys(payload).length) return;
      if (still.length === 0) return reviews.withdraw(within, id, 'profile');
      await reviews.submit(within, { kind: 'profile', accountId: id, payload: Object.fromEntries(still) });
    };
    await deps.database.kysely.transaction().execute(async (within) => {
      await avatars.lockAccount(within, id);
      const account = await deps.accounts.findById(id, within);
      if (!account) throw new AppError('common.not_found');
      refuse(account, change);
      const before: Pick<Profile, 'display_name' | 'about' | 'tags'> = {
        display_name: account.displayName,
        about: account.about,
        tags: [...account.tags],
      };
      if (isAnyRefused(change, before, deps.isRefused)) throw new AppError('compliance.text_refused');
      const { now, waiting } = splitChange(change, before, deps.isReviewed);
      const open = await reviews.findOpen(id, 'profile', within);
      if (Object.keys(waiting).length > 0) {
        if (open) throw new AppError('compliance.under_review');
        await reviews.submit(within, { kind: 'profile', accountId: id, payload: waiting });
      } else if (open) await giveUpOlder(open, now, within);
      await store.saveAccount(within, id, now);
      if (hasDetails(now))
        await store.saveDetails(within, id, {
          ...(await store.findDetails(id, within)),
          ...detailsOf(now),
        });
    });
    if (change.locale !== undefined) await deps.saveSettings(id, { locale: change.locale });
    return (await deps.accounts.findById(id))!;
  };
