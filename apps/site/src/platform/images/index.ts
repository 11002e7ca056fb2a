export { makeRemakeImage, type RemakeImage } from './remake-image.ts';
