export { type AskForWork, type WorkLimits } from './ask-for-work.ts';
export { type CaptchaFeature, composeCaptcha } from './compose.ts';
