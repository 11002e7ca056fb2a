import { affiliatesPlanned } from './affiliates/planned.ts';
import { aiModelsPlanned } from './ai-models/planned.ts';
import { backOfficePlanned } from './back-office/planned.ts';
import { billingPlanned } from './billing/planned.ts';
import { broadcastPlanned } from './broadcast/planned.ts';
import { compliancePlanned } from './compliance/planned.ts';
import { contentPagesPlanned } from './content-pages/planned.ts';
import { developerApiPlanned } from './developer-api/planned.ts';
import { discoveryPlanned } from './discovery/planned.ts';
import { matchingPlanned } from './matching/planned.ts';
import { mediaLibraryPlanned } from './media-library/planned.ts';
import { payoutsPlanned } from './payouts/planned.ts';
import { roomChatPlanned } from './room-chat/planned.ts';
import { roomGamesPlanned } from './room-games/planned.ts';
import { settingsPlanned } from './settings/planned.ts';
import { studiosPlanned } from './studios/planned.ts';

/** Every call of the wire page that is not served yet, by feature: the server answers 501 common.not_yet. */
export const plannedByFeature = {
  affiliates: affiliatesPlanned,
  'ai-models': aiModelsPlanned,
  'back-office': backOfficePlanned,
  billing: billingPlanned,
  broadcast: broadcastPlanned,
  compliance: compliancePlanned,
  'content-pages': contentPagesPlanned,
  'developer-api': developerApiPlanned,
  discovery: discoveryPlanned,
  matching: matchingPlanned,
  'media-library': mediaLibraryPlanned,
  payouts: payoutsPlanned,
  'room-chat': roomChatPlanned,
  'room-games': roomGamesPlanned,
  settings: settingsPlanned,
  studios: studiosPlanned,
};
