export { type DrawnPicture, makePictures, type Pictures } from './keep-pictures.ts';
