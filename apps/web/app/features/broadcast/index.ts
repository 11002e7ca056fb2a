export { cameraConstraints, microphoneConstraints } from './capture-limits.ts';
export { createWhipPublisher, type PublishState, type WhipPublisher } from './whip-publisher.ts';
