export { makeRemakePicture, type RemakePicture } from './remake-picture.ts';
