import type { Gender, Settings, UserRole } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';

/** A person as the server knows them. */
export interface Account {
  readonly id: AccountId;
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly gender: Gender;
  readonly type: 'model' | 'other';
  /** YYYY-MM-DD */
  readonly birthDate: string;
  readonly membership: 'vip' | 'super_vip' | 'premium' | null;
  readonly complianceStatus: 'none' | 'pending' | 'approved' | 'rejected' | 'expired';
  readonly roles: readonly UserRole[];
  /** Belongs to the house's own tests: its lines reach only staff (W60). */
  readonly isTest: boolean;
  readonly isStudioOwner: boolean;
  readonly isStudioPay: boolean;
  readonly isSubstudioManager: boolean;
  readonly isDirectPay: boolean;
  /** The room shows a house by several cameras, and nothing else. */
  readonly isVoyeurCam: boolean;
  /** Staff features the performer in lists. */
  readonly isFeatured: boolean;
  /** True for super admins too. */
  readonly isAdmin: boolean;
  readonly isSuperAdmin: boolean;
  readonly countryCode: string | null;
  readonly region: string | null;
  readonly languages: readonly string[];
  readonly tags: readonly string[];
  readonly about: string;
  readonly showAge: boolean;
  /** The age to show in place of the one by the date of birth; null: that one. */
  readonly displayAge: number | null;
  readonly avatarUrl: string | null;
  readonly pictureUrl: string | null;
  /** Complete with defaults. */
  readonly settings: Settings;
  readonly suspendedAt: Date | null;
  readonly suspensionUntil: Date | null;
  readonly suspensionReason: string | null;
  readonly lastLoginCountry: string | null;
  readonly createdAt: Date;
  /** Name of the site that it belongs to: what is sent to it links there. */
  readonly site: string;
}

/** A text of the house that everybody accepts who joins. */
export interface AcceptedText {
  readonly slug: string;
  readonly version: string;
  /** Day from which it applies, `YYYY-MM-DD`. */
  readonly effectiveOn: string;
}

export const isModel = (account: Account): boolean => account.type === 'model';
/** May broadcast, be found and be tipped. */
export const isApprovedModel = (account: Account): boolean =>
  account.type === 'model' && account.complianceStatus === 'approved';
export const isSuspended = (account: Account, now: number): boolean =>
  account.suspendedAt !== null &&
  (account.suspensionUntil === null || account.suspensionUntil.getTime() > now);
