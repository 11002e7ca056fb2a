export { type ComplaintDeskFeature, composeComplaintDesk } from './compose.ts';
