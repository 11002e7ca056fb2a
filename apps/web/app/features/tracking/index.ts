export { sendConsole } from './console-batch.ts';
