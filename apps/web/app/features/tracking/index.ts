export { useConsole } from './use-console.ts';
