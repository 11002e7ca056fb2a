export type { BegunAccount } from './email-field.tsx';
export { RegisterForm, type RegisterFormProps } from './register-form.tsx';
export { SecondStep } from './second-step-part.ts';
