export { type FanClubDeps, makeFanClubHandlers, makeGetFanClub } from './fan-club.http.ts';
export { fanTiers } from './fan-tiers.ts';
