export { PostpayModule } from './postpay-module.tsx';
