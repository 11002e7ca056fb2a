import { solvePuzzle, type Puzzle } from '@klieg/contract/features/captcha/puzzle';
import { sha256 } from '@noble/hashes/sha2.js';

/* Solves one puzzle off the page. The browser's own hashing is asynchronous for every hash, and so takes far longer. */

const encoder = new TextEncoder();

addEventListener('message', ({ data }: MessageEvent<Puzzle>) =>
  postMessage(solvePuzzle(data, (text) => sha256(encoder.encode(text)))),
);
