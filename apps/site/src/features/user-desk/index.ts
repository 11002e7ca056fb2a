export { composeUserDesk, type UserDeskFeature } from './compose.ts';
