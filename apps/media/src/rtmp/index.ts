export type {
  RtmpAuthorization,
  RtmpAuthorize,
  RtmpConnection,
  RtmpEnd,
  RtmpPublication,
} from './publication.ts';
export { type RtmpServer, type RtmpServerOptions, startRtmpServer } from './rtmp-server.ts';
