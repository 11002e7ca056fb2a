export { makeRemakeImage, type RemakeImage } from './remake-image.ts';
export { type DrawnPicture, makePictures, type Pictures } from './keep-pictures.ts';
