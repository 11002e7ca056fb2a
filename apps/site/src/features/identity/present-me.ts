import { defaultSettings } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import { isAllowed } from '../permissions/index.ts';
import type { Account } from './account.ts';
import type { FlatMe, MeRequest } from './me-part.ts';
import { isSuperVip } from './role-rules.ts';

/** Everything of the user object that no other feature knows better. */
export type IdentityKey =
  | 'user.id'
  | 'user.username'
  | 'user.display_name'
  | 'user.avatar'
  | 'user.email'
  | 'user.gender'
  | 'user.type'
  | 'user.membership'
  | 'user.identity_confirmed'
  | 'user.email_confirmed'
  | 'user.birth_date'
  | 'user.created_at'
  | 'user.country_code'
  | 'user.geo'
  | 'user.user_roles'
  | 'user.tags'
  | 'user.studio'
  | 'user.substudio'
  | 'user.is_studio_owner'
  | 'user.is_studio_pay'
  | 'user.is_substudio_manager'
  | 'user.is_direct_pay'
  | 'user.isAdmin'
  | 'user.isSuperAdmin'
  | 'user.isSuperWhale'
  | 'user.canAbTest'
  | 'user.isVoyeurCam'
  | 'user.ageVerification'
  | 'user.compliance_status'
  | 'user.suspension_date'
  | 'user.fraud_percent'
  | 'user.node_token'
  | 'user.model_data'
  | 'user.lastLoginCountryTipBlocked'
  | 'user.requires_credit_card_affidavit'
  | 'user.showSupportPhone'
  | 'user.showFlaggedWarning'
  | 'user.isOnVpn'
  | 'settings'
  | 'blocked_countries'
  | 'blocked_states'
  | 'languageList'
  | 'promoSpotSecondsLeft'
  | 'sudo_until'
  | 'csrf';

/** The settings, and those that the wire repeats beside them. */
const presentSettings = (settings: FlatMe['settings']) => ({
  settings,
  blocked_countries: settings.blocked_countries,
  blocked_states: settings.blocked_states,
  languageList: settings.languageList,
});

/**
 * The wire's user object as the person sees it. A field that somebody may not see is present with its
 * empty value, so the shape is the same for guests and accounts (section 2.5).
 */
export function presentMe(account: Account | null, request: MeRequest): Pick<FlatMe, IdentityKey> {
  return {
    'user.id': account?.id ?? 0,
    'user.username': account?.username ?? request.guestName,
    'user.display_name': account?.displayName ?? request.guestName,
    'user.avatar': account?.avatarUrl ?? null,
    'user.email': account?.email || null,
    'user.gender': account?.gender ?? null,
    'user.type': account?.type ?? 'other',
    'user.membership': account?.membership ?? null,
    'user.identity_confirmed': account?.complianceStatus === 'approved' ? 1 : 0,
    'user.email_confirmed': account?.emailConfirmed ? 1 : 0,
    'user.birth_date': account?.birthDate ?? null,
    'user.created_at': account ? toInstant(account.createdAt) : null,
    'user.country_code': account?.countryCode ?? null,
    'user.geo': {
      ip: account ? request.address : '',
      isoCode: request.country,
      state: request.state,
      locale: request.locale,
    },
    'user.user_roles':
      account?.roles.filter(
        (role) => role !== 'high_model_fraud' || isAllowed('work_for_house', { account }),
      ) ?? [],
    'user.tags': [...(account?.tags ?? [])],
    'user.studio': null,
    'user.substudio': null,
    'user.is_studio_owner': account?.isStudioOwner ?? false,
    'user.is_studio_pay': account?.isStudioPay ?? false,
    'user.is_substudio_manager': account?.isSubstudioManager ?? false,
    'user.is_direct_pay': account?.isDirectPay ?? false,
    'user.isAdmin': account?.isAdmin ?? false,
    'user.isSuperAdmin': account?.isSuperAdmin ?? false,
    'user.isSuperWhale': false,
    'user.canAbTest': false,
    'user.isVoyeurCam': account?.isVoyeurCam ?? false,
    'user.ageVerification': request.ageVerification,
    'user.compliance_status': account?.complianceStatus ?? 'none',
    'user.suspension_date': account?.suspendedAt ? toInstant(account.suspendedAt) : null,
    'user.fraud_percent': null,
    'user.node_token': request.nodeToken,
    'user.model_data':
      account?.type === 'model' ? { has_payment_info: false, geo_country: request.country } : null,
    'user.lastLoginCountryTipBlocked': request.isTipBlockedCountry,
    'user.requires_credit_card_affidavit': false,
    'user.showSupportPhone': account !== null && isSuperVip(account),
    'user.showFlaggedWarning': false,
    'user.isOnVpn': false,
    ...presentSettings(account?.settings ?? defaultSettings),
    promoSpotSecondsLeft: 0,
    sudo_until: request.sudoUntil === null ? null : toInstant(new Date(request.sudoUntil)),
    csrf: request.csrf,
  };
}
