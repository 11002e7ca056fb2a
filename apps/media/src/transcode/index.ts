export {
  estimateCores,
  ladderFor,
  leastLevel,
  reducedLadder,
  type RenditionSpec,
  rungNear,
  uncovered,
} from './ladder.ts';
export { makeTranscodeBudget, type TranscodeBudget } from './transcode-budget.ts';
export { openTranscoder, type Transcoder, type TranscoderOptions } from './transcoder.ts';
