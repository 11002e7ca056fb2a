export { addressConfirmed } from './address-confirmed.ts';
export { composeCredentials, type CredentialsFeature } from './compose.ts';
export { passwordSet } from './password-set.ts';
export { maskAddress } from './link-rules.ts';
