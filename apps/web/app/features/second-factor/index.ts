export { PasskeysSection } from './passkeys-section.tsx';
export { SecondStepSection } from './second-step-section.tsx';
