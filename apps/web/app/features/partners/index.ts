export { FreeRegister } from './free-register.tsx';
export { PartnerLogin } from './partner-login.tsx';
