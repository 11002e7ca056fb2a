/* Loops as files and as packets, for whoever publishes them in a process of its own. Loads no encoder. */

export { type Loop, readLoop } from './loop-file.ts';
export { AUDIO_PAYLOAD_TYPE, makeLoopSender, packetLoop, VIDEO_PAYLOAD_TYPE } from './loop-sender.ts';
