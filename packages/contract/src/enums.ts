import { z } from 'zod';

/* Closed lists of the wire page, section 3. */

export const gender = z.enum(['c', 'f', 'm', 't']);
export type Gender = z.infer<typeof gender>;
export const genderSlug = z.enum(['couples', 'girls', 'men', 'trans']);
export type GenderSlug = z.infer<typeof genderSlug>;
export const genderOfSlug: Readonly<Record<GenderSlug, Gender>> = {
  couples: 'c',
  girls: 'f',
  men: 'm',
  trans: 't',
};

export const userType = z.enum(['model', 'other']);
export const membership = z.enum(['vip', 'super_vip', 'premium']);
/** Codes that staff give to an account; docs/roles.md says what each does. */
export const userRole = z.enum([
  'remote_logging',
  'dick_ratings',
  'lovense_tester',
  'force_registration_popup',
  'model_admin',
  'site_mod',
  'high_model_fraud',
  'require_credit_card',
  'ingest_tester',
  'dvr',
  'vr',
  'linked_accounts',
  'pps_program',
  'speed_date_enabled',
  'auditor',
]);
export type UserRole = z.infer<typeof userRole>;
/** Flags of a room, from the roles of its model. */
export const roomRole = z.enum(['SITE_MOD', 'MODEL_ADMIN', 'DVR', 'VR', 'HIGH_MODEL_FRAUD', 'WL_TRANSCODE']);
export type RoomRole = z.infer<typeof roomRole>;
export const complianceStatus = z.enum(['none', 'pending', 'approved', 'rejected', 'expired']);
export const chatStatus = z.enum([
  'connected',
  'limited',
  'offline',
  'online',
  'online_ai',
  'private',
  'reconnecting',
  'standby',
]);
export type ChatStatus = z.infer<typeof chatStatus>;
export const chatMode = z.enum(['limited', 'private', 'public', 'spy']);
export type ChatMode = z.infer<typeof chatMode>;
export const fanLevel = z.enum(['supporter', 'insider', 'legend']);
export type FanLevel = z.infer<typeof fanLevel>;
export const tipType = z.enum([
  'tip',
  'tip_menu',
  'app',
  'private',
  'spy',
  'spy_startup',
  'limited',
  'pm',
  'feed',
  'offline',
  'fans',
]);
export type TipType = z.infer<typeof tipType>;
export const tipErrorType = z.enum([
  'not_enough_tokens',
  'postpay_card_fail',
  'over_daily_limit',
  'user_daily_limit',
  'tip_geo_block_receiver',
  'tip_geo_block_sender',
]);
export const streamingTech = z.enum(['obs', 'webrtc']);
export const biller = z.enum([
  'ccbill',
  'cashtocode',
  'paygarden',
  'wnu',
  'rocketgate',
  'rocketfuel',
  'epoch',
  'paypal',
  'sandbox',
]);
export type Biller = z.infer<typeof biller>;
export const orderState = z.enum([
  'created',
  'sent',
  'pending',
  'succeeded',
  'declined',
  'expired',
  'refunded',
  'charged_back',
]);
export type OrderState = z.infer<typeof orderState>;
export const ledgerKind = z.enum([
  'purchase',
  'tip',
  'hold',
  'hold_post',
  'hold_void',
  'ticket',
  'recording',
  'media',
  'subscription',
  'split',
  'private',
  'spy',
  'ai_image',
  'snapchat',
  'dickrating',
  'refund',
  'chargeback',
  'payout_reserve',
  'payout_settle',
  'payout_fail',
  'promotion',
  'postpay_refill',
  'adjustment',
  'voyeur',
]);
export type LedgerKind = z.infer<typeof ledgerKind>;
export const locale = z.enum(['en', 'de', 'es', 'fr', 'it', 'nl']);
export type Locale = z.infer<typeof locale>;
export const friendStatus = z.enum(['CONFIRMED', 'REQUESTED', 'TO_CONFIRM']);
export type FriendStatus = z.infer<typeof friendStatus>;
export const pmSort = z.enum(['timestamp', 'unread', 'username']);
export type PmSort = z.infer<typeof pmSort>;
export const reportReason = z.enum([
  'underage',
  'non_consensual',
  'violence',
  'spam',
  'impersonation',
  'off_platform',
  'copyright',
  'hate',
  'self_harm',
  'other',
]);
export type ReportReason = z.infer<typeof reportReason>;
export const pmAllow = z.enum(['all', 'friends', 'fans', 'tokens', 'none']);
export type PmAllow = z.infer<typeof pmAllow>;
export const flag = z.enum([
  'voyeur',
  'versus',
  'new',
  'hd',
  'vr',
  'dvr',
  'ai',
  'mobile',
  'featured',
  'lovense',
  'control_her',
  'spy',
  'ticket',
  'cam2cam',
  'exclusive',
  'fanclub',
  'sodastar',
  'leader',
  'near_goal',
  'speed_date',
  'audio_only',
]);

/** Sections that a member may have on the home page, in default order. */
export const homeSection = z.enum([
  'favs_history',
  'new_trending',
  'age_range',
  'ethnicity',
  'top_rated_models',
  'top_rated_privates',
  'continent',
  'country',
  'language',
  'tags',
  'near_goal',
  'voyeur_cams',
]);
export type HomeSection = z.infer<typeof homeSection>;
export const HOME_SECTIONS: readonly HomeSection[] = homeSection.options;

/** Methods of age verification. */
export const ageMethod = z.enum([
  'card',
  'face_scan',
  'id_verification',
  'id_check',
  'digital_id',
  'live_id_check',
]);
export type AgeMethod = z.infer<typeof ageMethod>;
export const ageCheckState = z.enum(['none', 'pending', 'passed', 'failed']);
export type AgeCheckState = z.infer<typeof ageCheckState>;
/** What an age rule may require a check for. */
export const ageAction = z.enum(['browse', 'watch', 'media', 'buy', 'spend', 'camera', 'match']);
export type AgeAction = z.infer<typeof ageAction>;
/** Kinds of people that age rules distinguish; an approved model has shown documents. */
export const personKind = z.enum(['guest', 'member', 'model', 'approved_model', 'staff']);
export type PersonKind = z.infer<typeof personKind>;
