export { composeOauth, type OauthFeature } from './compose.ts';
export { faultsOfOauth, oauthEnvironment, oauthSettingsOf } from './oauth-settings.ts';
export type { OauthSettings } from './providers/open-providers.ts';
export { serveOauth } from './serve-oauth.ts';
