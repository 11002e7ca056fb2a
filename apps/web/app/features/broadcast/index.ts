export { cameraConstraints, microphoneConstraints } from './publish/capture-limits.ts';
export { sendableCodecs } from './publish/h264-codecs.ts';
export { createPublisher } from './create-publisher.ts';
export type { PublishState, WhipPublisher } from './publish/whip-publisher.ts';
