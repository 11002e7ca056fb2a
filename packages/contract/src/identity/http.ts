import { z } from 'zod';
import { birthDay, calls, day, instant, ok, shape } from '../call.ts';
import {
  ageCheckState,
  ageMethod,
  complianceStatus,
  fanLevel,
  gender,
  locale,
  membership,
  userRole,
  userType,
} from '../enums.ts';
import { captchaAnswer } from '../captcha/answer.ts';
import { socialLink } from '../people/social-link.ts';
import { settings } from '../settings/http.ts';
import { visitTracking } from '../tracking/visit-tracking.ts';
import { identityLateRoutes, identityRoutes } from './routes.ts';

export const accountName = z.string().regex(/^[a-z0-9][a-z0-9_]{2,19}$/);
export const yesNoNumber = z.union([z.literal(0), z.literal(1)]);

/** The caller, with data that nobody else ever sees (http page, 6.1). */
export const me = shape({
  id: z.int(),
  username: z.string(),
  display_name: z.string(),
  /** (added) The caller's picture as others see it. */
  avatar: z.string().nullable(),
  email: z.string().nullable(),
  gender: gender.nullable(),
  type: userType,
  membership: membership.nullable(),
  identity_confirmed: yesNoNumber,
  email_confirmed: yesNoNumber,
  birth_date: day.nullable(),
  created_at: instant.nullable(),
  country_code: z.string().nullable(),
  geo: shape({ ip: z.string(), isoCode: z.string().nullable(), state: z.string().nullable(), locale }),
  user_roles: z.array(userRole),
  tags: z.array(z.string()),
  following: z.array(shape({ followname: z.string() })),
  studio: z.null(),
  substudio: z.null(),
  is_studio_owner: z.boolean(),
  is_studio_pay: z.boolean(),
  is_substudio_manager: z.boolean(),
  is_direct_pay: z.boolean(),
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  isSuperWhale: z.boolean(),
  canAbTest: z.boolean(),
  isVoyeurCam: z.boolean(),
  ageVerification: shape({
    required: z.boolean(),
    creditCardRequired: z.boolean(),
    methods: shape({ yoti: z.boolean(), zendesk: z.boolean() }),
    state: ageCheckState,
    attempts: z.int(),
    allowed: z.array(ageMethod),
  }),
  compliance_status: complianceStatus,
  compliance_reject_reason: z.string().nullable(),
  suspension_date: instant.nullable(),
  free_tokens_on_hold: z.int(),
  fraud_percent: z.null(),
  has_2faEnabled: z.boolean(),
  two_factor_auth_type: z.string().nullable(),
  /** Single use, 60 s: opens the lobby socket. */
  node_token: z.string(),
  vault_wheel: shape({ spins: z.int() }),
  model_data: shape({ has_payment_info: z.boolean(), geo_country: z.string().nullable() }).nullable(),
  notificationUnreadCount: z.int(),
  lastLoginCountryTipBlocked: z.boolean(),
  requires_credit_card_affidavit: z.boolean(),
  has_devices_with_payments: z.boolean(),
  showSupportPhone: z.boolean(),
  showFlaggedWarning: z.boolean(),
  isOnVpn: z.boolean(),
  identity_application: shape({
    state: complianceStatus,
    step: z.string(),
    missing: z.array(z.string()),
  }).nullable(),
  has_already_purchased_premium: z.boolean(),
  show_support_chat: z.boolean(),
});

/** A product with a personal price. */
const premiumOffer = shape({
  internal_id: z.string(),
  /** Cents. */
  amount: z.int(),
  currency: z.string(),
  discount: z.int(),
  ends_at: instant,
  text: z.string(),
});
export type PremiumOffer = z.infer<typeof premiumOffer>;

export const currentUser = shape({
  user: me,
  settings,
  /** What can be spent now; a model's earnings are in `earnings`. */
  tokens: z.int(),
  has_purchase: z.boolean(),
  has_cc: z.boolean(),
  media_ids: z.array(z.int()),
  fanclub_membership_list: z.array(
    shape({ modelUsername: z.string(), level: fanLevel, renews_at: instant, auto_renew: z.boolean() }),
  ),
  blocked_countries: z.array(z.string()),
  blocked_states: z.array(z.string()),
  languageList: z.array(z.string()),
  lastPayment: shape({
    amount: z.int(),
    currency: z.string(),
    tokens: z.int(),
    biller: z.string(),
    at: instant,
  }).nullable(),
  userTracking: visitTracking.nullable(),
  socialMedia: shape({
    amazon: socialLink,
    bluesky: socialLink,
    instagram: socialLink,
    twitter: socialLink,
  }),
  has_fans_subscription: z.boolean(),
  isAutosilenced: z.boolean(),
  pm: shape({
    unread: z.int(),
    open_rooms: z.array(z.string()),
    unread_rooms: z.array(z.string()),
    sort: z.enum(['timestamp', 'unread', 'username']),
    limits: shape({ friends: z.literal(250), rooms: z.literal(250) }),
  }),
  linkedAccounts: z.array(shape({ id: z.int(), username: z.string() })),
  premium_winback: premiumOffer.nullable(),
  premium_grandfathered: premiumOffer.nullable(),
  promoSpotSecondsLeft: z.int(),
  isModelLikeWeeklyWinner: z.boolean(),
  postpay: z.boolean(),
  earnings: z.int(),
  sudo_until: instant.nullable(),
  csrf: z.string(),
});
export type CurrentUser = z.infer<typeof currentUser>;

const nowCalls = calls(identityRoutes, {
  getCurrentUser: {
    who: 'guest',
    openToSuspended: true,
    rate: 'read',
    response: currentUser,
    errors: [],
    ids: ['IDENTITY-015', 'IDENTITY-019', 'IDENTITY-026', 'IDENTITY-027', 'IDENTITY-029', 'SETTINGS-007'],
  },
  register: {
    who: 'guest',
    rate: 'auth',
    body: shape({
      username: accountName,
      email: z.email().max(254),
      password: z.string().min(8).max(128),
      birth_date: birthDay,
      gender,
      type: userType.default('other'),
      terms_accepted: z.literal(true),
      age_confirmed: z.literal(true),
      newsletter: z.boolean().default(false),
      captcha: captchaAnswer,
    }),
    response: ok({
      user: shape({ id: z.int(), username: z.string(), email_confirmed: yesNoNumber }),
      csrf: z.string(),
      next: z.enum(['home', 'onboarding']),
    }),
    errors: [
      'identity.username_taken',
      'identity.username_refused',
      'identity.password_weak',
      'identity.under_age',
      'identity.captcha_required',
      'identity.captcha_failed',
    ],
    ids: ['IDENTITY-001', 'IDENTITY-038'],
  },
  isUsernameAvailable: {
    who: 'guest',
    rate: 'write',
    query: shape({ username: z.string().max(40) }),
    response: shape({
      available: z.boolean(),
      reason: z.enum(['taken', 'reserved', 'refused', 'pattern']).nullable(),
    }),
    errors: [],
    ids: [],
  },
  getSuspension: {
    who: 'user',
    openToSuspended: true,
    rate: 'read',
    response: shape({
      suspension_date: instant,
      until: instant.nullable(),
      reason_code: z.string(),
      statement: z.string(),
      support_contact: z.string(),
      appeal_state: z.string().nullable(),
    }),
    errors: ['common.not_found'],
    ids: ['IDENTITY-008'],
  },
});

const lateCalls = calls(identityLateRoutes, {
  changeUsername: {
    who: 'user',
    rate: 'auth',
    body: shape({ username: accountName }),
    response: ok({ user: shape({ id: z.int(), username: z.string() }) }),
    errors: ['identity.username_taken', 'identity.username_refused', 'identity.change_not_allowed'],
    ids: ['IDENTITY-013'],
  },
});

export const identityCalls = { ...nowCalls, ...lateCalls };
