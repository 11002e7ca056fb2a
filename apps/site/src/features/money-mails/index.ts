export { composeMoneyMails } from './compose.ts';
