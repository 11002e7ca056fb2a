import { ageCheckStaffRoutes } from './age-check/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { backOfficeRoutes } from './back-office/routes.ts';
import { bannersStaffRoutes } from './banners/routes.ts';
import { complianceStaffRoutes } from './compliance/routes.ts';
import { consentsStaffRoutes } from './consents/routes.ts';
import { complaintDeskStaffRoutes } from './complaint-desk/routes.ts';
import { contentPagesStaffRoutes } from './content-pages/routes.ts';
import { announcementsStaffRoutes } from './announcements/routes.ts';
import { contestsStaffRoutes } from './contests/routes.ts';
import { moderationSanctionRoutes, moderationStaffRoutes } from './moderation/routes.ts';
import { dataRightsStaffRoutes } from './data-rights/routes.ts';
import { moneyDeskRoutes } from './money-desk/routes.ts';
import { partnersStaffRoutes } from './partners/routes.ts';
import { onboardingStaffRoutes } from './onboarding/routes.ts';
import { performerRecordsStaffRoutes } from './performer-records/routes.ts';
import { playbackStaffRoutes } from './playback/routes.ts';
import { profileStaffRoutes } from './profile/routes.ts';
import { supportStaffRoutes } from './support/routes.ts';
import { userDeskRoutes } from './user-desk/routes.ts';
import { voyeurStaffRoutes } from './voyeur/routes.ts';

/** Method and path of the back office calls, loaded only with its own pages. */
export const staffRoutes = {
  ...ageCheckStaffRoutes,
  ...auditRoutes,
  ...backOfficeRoutes,
  ...bannersStaffRoutes,
  ...complianceStaffRoutes,
  ...consentsStaffRoutes,
  ...complaintDeskStaffRoutes,
  ...contentPagesStaffRoutes,
  ...announcementsStaffRoutes,
  ...contestsStaffRoutes,
  ...moderationSanctionRoutes,
  ...moderationStaffRoutes,
  ...dataRightsStaffRoutes,
  ...moneyDeskRoutes,
  ...partnersStaffRoutes,
  ...onboardingStaffRoutes,
  ...performerRecordsStaffRoutes,
  ...playbackStaffRoutes,
  ...profileStaffRoutes,
  ...supportStaffRoutes,
  ...userDeskRoutes,
  ...voyeurStaffRoutes,
};
