export { composeMoneyDesk } from './compose.ts';
