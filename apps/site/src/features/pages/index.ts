export { frameEnvironment } from './frame-rules.ts';
export { composePages } from './compose.ts';
export { type PageRenderer, renderHere } from './render-build.ts';
export { renderInThread } from './render-thread.ts';
