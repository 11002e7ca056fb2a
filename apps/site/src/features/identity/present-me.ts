import { type CurrentUser, defaultSettings, type Locale } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import { type Account, isStaff } from './account.ts';
import { isSuperVip } from './role-rules.ts';

/** What other features know of the person; guests have none of it. */
export interface MeParts {
  readonly tokens: number;
  readonly earnings: number;
  readonly hasPurchase: boolean;
  readonly hasCard: boolean;
  readonly lastPayment: CurrentUser['lastPayment'];
  readonly following: readonly string[];
  readonly unreadNotices: number;
  /** Private messages: unread ones, and the conversations that are open or unread. */
  readonly pm: Pick<CurrentUser['pm'], 'unread' | 'open_rooms' | 'unread_rooms' | 'sort'>;
}

export const noParts: MeParts = {
  tokens: 0,
  earnings: 0,
  hasPurchase: false,
  hasCard: false,
  lastPayment: null,
  following: [],
  unreadNotices: 0,
  pm: { unread: 0, open_rooms: [], unread_rooms: [], sort: 'timestamp' },
};

/** Facts of the request that asks. */
export interface MeRequest {
  readonly guestName: string;
  readonly address: string;
  readonly country: string | null;
  readonly locale: Locale;
  readonly csrf: string;
  readonly nodeToken: string;
  readonly isTipBlockedCountry: boolean;
}

/**
 * The wire's user object as the person sees it. A field that somebody may not see is present with its
 * empty value, so the shape is the same for guests and accounts (section 2.5).
 */
export function presentMe(account: Account | null, parts: MeParts, request: MeRequest): CurrentUser {
  const settings = account?.settings ?? defaultSettings;
  const isModel = account?.type === 'model';
  return {
    user: {
      id: account?.id ?? 0,
      username: account?.username ?? request.guestName,
      display_name: account?.displayName ?? request.guestName,
      email: account?.email ?? null,
      gender: account?.gender ?? null,
      type: account?.type ?? 'other',
      membership: account?.membership ?? null,
      identity_confirmed: account?.complianceStatus === 'approved' ? 1 : 0,
      email_confirmed: account?.emailConfirmed ? 1 : 0,
      birth_date: account?.birthDate ?? null,
      created_at: account ? toInstant(account.createdAt) : null,
      country_code: account?.countryCode ?? null,
      geo: {
        ip: account ? request.address : '',
        isoCode: request.country,
        state: null,
        locale: request.locale,
      },
      user_roles: account?.roles.filter((role) => role !== 'high_model_fraud' || isStaff(account)) ?? [],
      tags: [...(account?.tags ?? [])],
      following: parts.following.map((followname) => ({ followname })),
      studio: null,
      substudio: null,
      is_studio_owner: account?.isStudioOwner ?? false,
      is_studio_pay: account?.isStudioPay ?? false,
      is_substudio_manager: account?.isSubstudioManager ?? false,
      is_direct_pay: account?.isDirectPay ?? false,
      isAdmin: account?.isAdmin ?? false,
      isSuperAdmin: account?.isSuperAdmin ?? false,
      isSuperWhale: false,
      canAbTest: false,
      isVoyeurCam: false,
      ageVerification: {
        required: false,
        creditCardRequired: false,
        methods: { yoti: false, zendesk: false },
        state: 'none',
        attempts: 0,
        allowed: [],
      },
      compliance_status: account?.complianceStatus ?? 'none',
      compliance_reject_reason: null,
      suspension_date: account?.suspendedAt ? toInstant(account.suspendedAt) : null,
      free_tokens_on_hold: 0,
      fraud_percent: null,
      has_2faEnabled: false,
      two_factor_auth_type: null,
      node_token: request.nodeToken,
      vault_wheel: { spins: 0 },
      model_data: isModel ? { has_payment_info: false, geo_country: request.country } : null,
      notificationUnreadCount: parts.unreadNotices,
      lastLoginCountryTipBlocked: request.isTipBlockedCountry,
      requires_credit_card_affidavit: false,
      has_devices_with_payments: parts.hasCard,
      showSupportPhone: account !== null && isSuperVip(account),
      showFlaggedWarning: false,
      isOnVpn: false,
      identity_application: null,
      has_already_purchased_premium: false,
      show_support_chat: account !== null && (parts.hasCard || isModel),
    },
    settings,
    tokens: parts.tokens,
    has_purchase: parts.hasPurchase,
    has_cc: parts.hasCard,
    media_ids: [],
    fanclub_membership_list: [],
    blocked_countries: settings.blocked_countries,
    blocked_states: settings.blocked_states,
    languageList: settings.languageList,
    lastPayment: parts.lastPayment,
    userTracking: null,
    socialMedia: { amazon: null, bluesky: null, instagram: null, twitter: null },
    has_fans_subscription: false,
    isAutosilenced: false,
    pm: {
      ...parts.pm,
      limits: { friends: 250, rooms: 250 },
    },
    linkedAccounts: [],
    premium_winback: null,
    premium_grandfathered: null,
    promoSpotSecondsLeft: 0,
    isModelLikeWeeklyWinner: false,
    postpay: false,
    earnings: parts.earnings,
    sudo_until: null,
    csrf: request.csrf,
  };
}
