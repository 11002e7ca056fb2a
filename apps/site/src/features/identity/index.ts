export { type Account, isApprovedModel, isModel, isStaff, isSuspended } from './account.ts';
export { accountOf, type AccountStore, makeAccountStore } from './account-store.ts';
export { ageOn } from './age-rules.ts';
export { type IdentityCaller, makeIdentityHandlers } from './identity.http.ts';
export { chosenInvisibleLevel, type InvisibleLevel, invisibleLevelMax } from './invisible-rules.ts';
export { checkPassword, hashPassword } from './password.ts';
export type { MeParts } from './present-me.ts';
export { isCardMissing, isSuperVip, isVip, roomRolesOf } from './role-rules.ts';
export { makeRegisterAccount } from './register-account.ts';
