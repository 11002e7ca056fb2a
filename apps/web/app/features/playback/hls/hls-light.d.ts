// The light build has no types of its own; what it leaves out is not used here.
declare module 'hls.js/light' {
  export { default } from 'hls.js';
  export * from 'hls.js';
}
