export { composeRelays, type RelaysFeature } from './compose.ts';
export { faultsOfRelays, relayEnvironment, type RelaySettings, relaySettingsOf } from './relay-settings.ts';
