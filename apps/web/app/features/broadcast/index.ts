export { cameraConstraints, microphoneConstraints } from './capture-limits.ts';
export { sendableCodecs } from './h264-codecs.ts';
export { createWhipPublisher, type PublishState, type WhipPublisher } from './whip-publisher.ts';
