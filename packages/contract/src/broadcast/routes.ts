import type { Routes } from '../call.ts';

export const broadcastRoutes = {
  getStreamerSettings: ['GET', '/video/streamer_settings'],
  saveStreamerSettings: ['POST', '/video/streamer_settings'],
  createStreamKey: ['POST', '/broadcast/stream_key'],
  setBroadcastMode: ['POST', '/broadcast/mode'],
  startBroadcast: ['POST', '/broadcast/start'],
  stopBroadcast: ['POST', '/broadcast/stop'],
  getBroadcast: ['GET', '/broadcast/current'],
  listRecordings: ['GET', '/broadcast/recordings'],
  deleteRecording: ['POST', '/broadcast/recordings/{id}/delete'],
  getRecordingUrl: ['GET', '/broadcast/recordings/{id}/url'],
  getSpyPreviewDuration: ['GET', '/video/spy/{username}/preview-duration'],
  getStreamToken: ['POST', '/stream/{username}/token'],
} as const satisfies Routes;

/** What the studio asks for when it is wanted. */
export const broadcastLateRoutes = {
  startNetworkCheck: ['POST', '/broadcast/network_check'],
  createClip: ['POST', '/broadcast/clip'],
  publishRecording: ['POST', '/broadcast/recordings/{id}/publish'],
} as const satisfies Routes;
