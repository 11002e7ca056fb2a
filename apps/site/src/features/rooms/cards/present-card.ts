import type { UserCard, UserRole } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { type Account, openRolesOf, shownAge } from '../../identity/index.ts';
import { type CardExtras, noCardExtras } from './card-part.ts';
import { summarizeRatings } from './rating-average.ts';
import type { ListedModel } from './listed-model-store.ts';
import type { RoomRow } from '../room-store.ts';

const THUMB_MS = 30_000;
/** For how long after their approval performers are new. */
const NEW_MS = 30 * DAY_MS;
const HD_HEIGHT = 720;
/** From this part of a goal on a room is near it, in percent. */
const NEAR_GOAL_PERCENT = 75;

/** Address of the live picture; its key changes every 30 s (CONSTANTS-036). */
export const thumbUrl = (username: string, nowMs: number): string =>
  `/api/v1/thumb/${username}.jpg?v=${Math.floor(nowMs / THUMB_MS)}`;

/** Roles of a performer that everybody sees as flags of the card. */
export const shownRolesOf = (roles: readonly UserRole[]): ('vr' | 'dvr')[] =>
  (['vr', 'dvr'] as const).filter((role) => roles.includes(role));

/** True while a picture of the room may be shown in lists. */
export const isOnAir = (status: UserCard['status']): boolean => status === 'online' || status === 'limited';

/** The card of a performer whom no list shows yet; for the owner and staff. */
export const presentUnlistedCard = (owner: Account, row: RoomRow, nowMs: number): UserCard =>
  presentCard(
    {
      ...owner,
      ...row,
      roles: openRolesOf(owner.roles, owner.settings.dvr_minutes),
      privateEnabled: owner.settings.private_enabled,
      privateCost: owner.settings.private_cost,
      spyCost: owner.settings.spy_cost,
      cam2cam: owner.settings.cam2cam,
      hasFanClub: owner.settings.fanclub_enabled,
      isAudioOnly: owner.settings.audio_only,
      showHome: owner.settings.show_home === 'YES',
      blockedCountries: owner.settings.blocked_countries,
      blockedStates: owner.settings.blocked_states,
      // New is who has just come into lists.
      approvedAt: null,
    },
    { ...noCardExtras, fanclub: owner.settings.fanclub_enabled },
    0,
    nowMs,
  );

const isNear = (goal: UserCard['goal']): boolean =>
  goal !== null && goal.percent >= NEAR_GOAL_PERCENT && goal.percent < 100;

/** What the card of a performer says by a word each; who is a leader or a star is known to lists alone. */
function flagsOf(model: ListedModel, extras: CardExtras, nowMs: number): UserCard['flagList'] {
  const isShown = isOnAir(model.status);
  const isNew = model.approvedAt !== null && nowMs - model.approvedAt.getTime() < NEW_MS;
  const isTicketShow = model.status === 'limited' && extras.group_price === null;
  const flags: readonly (readonly [UserCard['flagList'][number], boolean])[] = [
    ['voyeur', model.isVoyeurCam],
    ['new', isNew],
    ['hd', (model.height ?? 0) >= HD_HEIGHT],
    ['featured', model.isFeatured],
    ['spy', model.privateEnabled && model.spyCost > 0],
    ['ticket', extras.ticket_price !== null || isTicketShow],
    ['cam2cam', model.cam2cam && isShown],
    ['exclusive', model.privateEnabled && model.status === 'online'],
    ['fanclub', extras.fanclub],
    ['near_goal', model.status !== 'offline' && isNear(extras.goal)],
    ['audio_only', model.isAudioOnly && isShown],
  ];
  return [...flags.flatMap(([flag, isSo]) => (isSo ? [flag] : [])), ...shownRolesOf(model.roles)];
}

/** A performer as lists show them, the same for everyone; the page adds what is personal. */
export function presentCard(
  model: ListedModel,
  extras: CardExtras,
  viewerCount: number,
  nowMs: number,
): UserCard {
  return {
    ...extras,
    id: model.id,
    username: model.username,
    displayName: model.displayName,
    gender: model.gender,
    age: shownAge(model, nowMs),
    country_code: model.countryCode,
    languages: [...model.languages],
    status: model.status,
    subjectText: [...model.subject].slice(0, 140).join(''),
    avatarUrl: model.avatarUrl,
    profilePictureUrl: model.pictureUrl,
    offlinePictureUrl: model.pictureUrl,
    thumb_url: isOnAir(model.status) ? thumbUrl(model.username, nowMs) : (model.pictureUrl ?? ''),
    viewer_count: viewerCount,
    ratings: summarizeRatings(model.ratingCounts),
    private_enabled: model.privateEnabled,
    private_cost: model.privateCost,
    spy_cost: model.spyCost > 0 ? model.spyCost : null,
    tags: [...model.tags],
    region: model.region,
    started_at: model.startedAt ? toInstant(model.startedAt) : null,
    last_online_at: model.lastOnlineAt ? toInstant(model.lastOnlineAt) : null,
    connection_quality: isOnAir(model.status) ? extras.connection_quality : 0,
    flagList: flagsOf(model, extras, nowMs),
  };
}
