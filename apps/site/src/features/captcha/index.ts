export { type Captcha, makeProofOfWork } from './proof-of-work.ts';
