export { composePush } from './compose.ts';
export { pushEnvironment } from './push-services.ts';
