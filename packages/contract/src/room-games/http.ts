import { z } from 'zod';
import { calls, intText, ok, okOnly, shape, username } from '../call.ts';
import { goalOverlay } from './goal-overlay.ts';
import { appState, roomGamesKeys } from './room-keys.ts';
import { roomGamesRoutes } from './routes.ts';

/** Settings of an app; each type has its own schema, which the handler holds them to. */
const config = z.record(z.string().max(64), z.unknown());
const ofType = shape({ type: intText(1, 1_000) });

export const roomGamesCalls = calls(roomGamesRoutes, {
  listAppCatalog: {
    who: 'model',
    rate: 'read',
    response: shape({
      items: z.array(
        shape({
          type: z.int(),
          name: z.string(),
          description: z.string(),
          config_schema: z.record(z.string(), z.unknown()),
          exclusive: z.boolean(),
        }),
      ),
    }),
    errors: [],
    ids: ['GAMES-016'],
  },
  listRoomApps: {
    who: 'guest',
    conditions: ['room', 'password'],
    rate: 'read',
    params: shape({ username }),
    response: shape({ apps: roomGamesKeys.apps, app_panels: roomGamesKeys.app_panels }),
    errors: ['rooms.not_found', 'rooms.banned', 'rooms.password_required'],
    ids: ['GAMES-002', 'GAMES-003'],
  },
  installApp: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({ type: z.int().min(1).max(1_000), config }),
    publicText: 'all',
    response: ok({ app: appState }),
    errors: [
      'room_games.config_invalid',
      'room_games.conflict',
      'shows.in_show',
      'broadcast.not_live',
      'compliance.text_refused',
    ],
    ids: ['GAMES-017', 'GAMES-018'],
  },
  updateApp: {
    who: 'broadcaster',
    rate: 'write',
    params: ofType,
    body: shape({ config, version: z.int().min(1) }),
    publicText: 'all',
    response: ok({ app: appState }),
    errors: [
      'room_games.stale',
      'room_games.config_invalid',
      'room_games.not_installed',
      'shows.in_show',
      'compliance.text_refused',
    ],
    ids: ['GAMES-017', 'GAMES-018'],
  },
  uninstallApp: {
    who: 'broadcaster',
    rate: 'write',
    params: ofType,
    body: shape({}),
    response: okOnly,
    errors: ['room_games.not_installed', 'shows.in_show'],
    ids: ['GAMES-017', 'GAMES-018'],
  },
  resetApp: {
    who: 'broadcaster',
    rate: 'write',
    params: ofType,
    body: shape({}),
    response: ok({ app: appState }),
    errors: ['room_games.not_installed'],
    ids: ['GAMES-017', 'GAMES-018'],
  },
  /** The key of one's own overlay: made at the first request and unchanged until `renew` replaces it. */
  openGoalOverlay: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({ renew: z.boolean().default(false) }),
    response: ok({ key: z.string() }),
    errors: [],
    ids: [],
  },
  /**
   * The goal of a key. With `after` from the last answer the next one comes when something changes, at the latest after
   * a few seconds. The room's password, countries and bans are not checked: the key is the performer's own.
   */
  readGoalOverlay: {
    who: 'guest',
    rate: 'read',
    query: shape({ key: z.string().min(1).max(100), after: z.string().min(1).max(40).optional() }),
    response: goalOverlay,
    errors: ['room_games.overlay_key_invalid'],
    ids: [],
  },
});
