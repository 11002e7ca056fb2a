export { type BegunAccount, RegisterForm } from './register-form.tsx';
export { SecondStep } from './second-step-part.ts';
