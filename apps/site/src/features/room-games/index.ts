export type { AppLife } from './app-lives.ts';
export { composeRoomGames, type RoomGamesFeature } from './compose.ts';
