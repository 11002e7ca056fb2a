import type { RoomRole, UserRole } from '@klieg/contract';
import type { Account } from './account.ts';

type Member = Pick<Account, 'membership'>;

/** VIP is vip or super_vip (MODERATION-ROLES-014). */
export const isVip = ({ membership }: Member): boolean => membership === 'vip' || membership === 'super_vip';
export const isSuperVip = ({ membership }: Member): boolean => membership === 'super_vip';
/** Premium is each of the three memberships (MODERATION-ROLES-015). */
export const isPremium = (member: Member): boolean => member.membership === 'premium' || isVip(member);

/** Whether a picture must wait for a card: this account needs one and has none on file (S210). */
export const isCardMissing = (account: Pick<Account, 'roles'> | null, hasCard: boolean): boolean =>
  !hasCard && account !== null && account.roles.includes('require_credit_card');

const ROOM_ROLES = [
  ['site_mod', 'SITE_MOD'],
  ['model_admin', 'MODEL_ADMIN'],
  ['dvr', 'DVR'],
  ['vr', 'VR'],
  ['high_model_fraud', 'HIGH_MODEL_FRAUD'],
] as const;

/** The roles used by rooms and lists: `dvr` also for people who let viewers go back in the stream. */
export const openRolesOf = (roles: readonly UserRole[], dvrMinutes: number): readonly UserRole[] =>
  dvrMinutes > 0 && !roles.includes('dvr') ? [...roles, 'dvr'] : roles;

/** The flags of a model's room: from her roles (fraud only shown to staff), and the site's. */
export const roomRolesOf = (
  { roles }: Pick<Account, 'roles'>,
  { isForStaff, isTranscodedSite }: { readonly isForStaff: boolean; readonly isTranscodedSite: boolean },
): RoomRole[] => [
  ...ROOM_ROLES.filter(([role]) => roles.includes(role) && (isForStaff || role !== 'high_model_fraud')).map(
    ([, flag]) => flag,
  ),
  ...(isTranscodedSite ? (['WL_TRANSCODE'] as const) : []),
];
