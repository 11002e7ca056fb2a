import type { Api, CardAction, ChatUserRole, FriendStatus, ResultOf } from '@klieg/contract';
import { type AccountId, AppError, type Clock, toInstant } from '@klieg/kernel';
import { type Account, type AccountStore, isModel, isSuspended } from '../identity/index.ts';
import { isAllowed } from '../permissions/index.ts';
import {
  isAtHome,
  mayEnter,
  type PersonMoney,
  type RoomAccess,
  type RoomHub,
  type RoomStore,
} from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { presentGuest, presentSummary } from './present-summary.ts';

export type Card = ResultOf<Api['getUserCard']>;

export interface CardDeps {
  readonly accounts: AccountStore;
  readonly rooms: Pick<RoomStore, 'isFollowing'>;
  readonly access: RoomAccess;
  readonly hub: RoomHub;
  readonly readMoney: (person: AccountId, owner: AccountId | null) => Promise<PersonMoney>;
  /** What the subject is in the fan club of the room's performer. */
  readonly fanLevelOf: (subject: AccountId, model: AccountId) => Promise<Card['fan_level']>;
  readonly friendStatus: (caller: AccountId, subject: AccountId) => Promise<FriendStatus | null>;
  /** The subject's roles in the room, as far as the caller may know. */
  readonly rolesIn: (caller: SiteCaller, subject: Account, room: Account) => Promise<readonly ChatUserRole[]>;
  /** What the caller may do; `room` is undefined if the card was opened outside of one. */
  readonly actionsFor: (
    caller: SiteCaller,
    subject: Account | { readonly guest: string },
    room: Account | undefined,
  ) => Promise<readonly CardAction[]>;
  readonly clock: Clock;
}

const isForStaff = (caller: SiteCaller): boolean => isAllowed('work_for_house', caller);

/**
 * The card of a person. It does not reveal where somebody is: a hidden person's card is the same inside and outside of
 * the room.
 * @throws common.not_found for nobody, somebody suspended, and a performer whom the caller may not find
 */
export function makeReadCard(deps: CardDeps) {
  const findRoom = async (username: string | undefined, caller: SiteCaller) => {
    const room = username === undefined ? undefined : await deps.accounts.findByUsername(username);
    return (await deps.access.refusalOf(room, caller)) === null ? room : undefined;
  };

  const guestCard = async (username: string, caller: SiteCaller, room: Account): Promise<Card> => {
    const isHere = deps.hub.find(room.username)?.presence.findByName(username)?.caller.account === null;
    if (!isHere) throw new AppError('common.not_found');
    return {
      user: presentGuest(username),
      joined_at: null,
      is_friend: null,
      is_following: false,
      fan_level: null,
      role_in_room: [],
      actions: [...(await deps.actionsFor(caller, { guest: username }, room))],
    };
  };

  return async (username: string, roomName: string | undefined, caller: SiteCaller): Promise<Card> => {
    const me = caller.account!;
    const [subject, room] = await Promise.all([
      deps.accounts.findByUsername(username),
      findRoom(roomName, caller),
    ]);
    if (!subject && room) return guestCard(username, caller, room);
    if (!subject || !mayFind(subject, caller, deps.clock.now())) throw new AppError('common.not_found');
    const [money, fanLevel, friend, isFollowing, roles, actions] = await Promise.all([
      deps.readMoney(subject.id, room?.id ?? null),
      room ? deps.fanLevelOf(subject.id, room.id) : null,
      deps.friendStatus(me.id, subject.id),
      deps.rooms.isFollowing(me.id, subject.id),
      room ? deps.rolesIn(caller, subject, room) : [],
      deps.actionsFor(caller, subject, room),
    ]);
    return {
      user: presentSummary(subject, money, isForStaff(caller) || me.id === subject.id),
      joined_at: toInstant(subject.createdAt),
      is_friend: friend,
      is_following: isFollowing,
      fan_level: fanLevel,
      role_in_room: [...roles],
      actions: [...actions],
    };
  };
}

/** A performer who blocks the caller's country is the same as nobody, and so is somebody suspended. */
export function mayFind(subject: Account, caller: SiteCaller, now: number): boolean {
  if (isForStaff(caller) || caller.account?.id === subject.id) return true;
  if (isSuspended(subject, now)) return false;
  return !isModel(subject) || isAtHome(subject, caller) || mayEnter(subject, caller);
}
