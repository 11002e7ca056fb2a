export { goalOnCardsToCome, roomGamesToCome } from './to-come.ts';
