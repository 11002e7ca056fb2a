export { approvalLost } from './approval-lost.ts';
export { composeOnboarding, type OnboardingFeature } from './compose.ts';
export { onboardingEnvironment, onboardingSettingsOf } from './onboarding-settings.ts';
export type { Performer } from './vault/vault.ts';
export type { VaultOwner } from './vault/vault-store.ts';
export { vaultBlob } from './vault/vault.ts';
