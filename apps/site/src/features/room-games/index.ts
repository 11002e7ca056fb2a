export type { AppLife } from './app-lives.ts';
export { beginGoal } from './goal-rules.ts';
export { composeRoomGames, type RoomGamesFeature } from './compose.ts';
