export { cameraConstraints, microphoneConstraints } from './capture-limits.ts';
export { sendableCodecs } from './h264-codecs.ts';
export { createPublisher } from './create-publisher.ts';
export type { PublishState, WhipPublisher } from './whip-publisher.ts';
