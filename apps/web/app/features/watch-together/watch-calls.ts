import type { WatchMedia } from '@klieg/contract';
import { lateApi } from '../../shared/api/late-client.ts';
import type { RoomTools } from '../../shared/room-module/room-module.ts';

/** This page's controls still on their way, by id. */
const sent = new Set<string>();

/** Whether this acknowledges a control of this page; each is reported once. */
export const takeAck = (clientId: string): boolean => sent.delete(clientId);

export interface WatchControl {
  readonly watchId: string;
  readonly isPlaying: boolean;
  readonly positionMs: number;
}

/** Plays, stops or moves for both: by the room's socket, and by a call where that is away. @throws CallError */
export async function sendControl(
  client: RoomTools['client'],
  username: string,
  control: WatchControl,
): Promise<void> {
  const { watchId: watch_id, isPlaying: playing } = control;
  const position_ms = Math.round(control.positionMs);
  const client_id = crypto.randomUUID();
  sent.add(client_id);
  if (client?.send('v3.watch.control', { client_id, watch_id, playing, position_ms })) return;
  sent.delete(client_id);
  const body = { action: playing ? ('play' as const) : ('pause' as const), position_ms };
  await lateApi.controlWatch({ params: { username }, body });
}

/** Whether there is a video that may be watched with her. @throws CallError */
export const hasWatchable = async (username: string): Promise<boolean> =>
  (await lateApi.listWatchable({ params: { username }, query: {} })).items.length > 0;

/** @throws CallError */
export const proposeWatch = (username: string, mediaId: WatchMedia['id']) =>
  lateApi.proposeWatch({ params: { username }, body: { media_id: mediaId } });

/** The performer accepts the proposal; starts from the beginning. @throws CallError */
export const agreeToWatch = (username: string) =>
  lateApi.controlWatch({ params: { username }, body: { action: 'play' } });

/** Ends it for both; withdraws or declines a proposal. @throws CallError */
export const closeWatch = (username: string) =>
  lateApi.controlWatch({ params: { username }, body: { action: 'close' } });
