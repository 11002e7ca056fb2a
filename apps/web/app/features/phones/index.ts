export { PhoneSection } from './phone-section.tsx';
