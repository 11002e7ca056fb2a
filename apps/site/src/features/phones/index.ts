export { composePhones, type PhonesFeature } from './compose.ts';
export { faultsOfSms, smsEnvironment, type SmsSettings, smsSettingsOf } from './sms-settings.ts';
export { openTextGateway, verifyTextGateway } from './text-gateway.ts';
