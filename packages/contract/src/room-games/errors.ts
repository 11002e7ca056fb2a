import type { ErrorTable } from '../error-spec.ts';

/** Refusals of games and apps in rooms. */
export const roomGamesErrors = {
  'room_games.config_invalid': { kind: 'invalid_input', message: "Please check the app's settings" },
  'room_games.conflict': { kind: 'conflict', message: 'Another app is running' },
  'room_games.stale': { kind: 'conflict', message: 'The app was changed elsewhere' },
  'room_games.not_installed': { kind: 'not_found', message: 'This app is not installed' },
  'room_games.overlay_key_invalid': {
    kind: 'not_found',
    message: 'This overlay address is no longer valid',
  },
} as const satisfies ErrorTable;
