export { estimateCores, ladderFor, type RenditionSpec } from './ladder.ts';
export { makeTranscodeBudget, type TranscodeBudget } from './transcode-budget.ts';
export { openTranscoder, type Transcoder, type TranscoderOptions } from './transcoder.ts';
