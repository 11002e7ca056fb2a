export { composeRoomGames, type RoomGamesFeature } from './compose.ts';
