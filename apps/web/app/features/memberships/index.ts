export { MembershipModule } from './membership-module.tsx';
