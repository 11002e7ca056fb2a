import type { Metrics } from '../../platform/metrics/index.ts';

/** Counts tips and their tokens; gives the function to call with the tokens of a posted tip. */
export function countTips(metrics: Metrics): (tokens: number) => void {
  const tips = metrics.counter({ name: 'klieg_tips_total', help: 'Tips posted' });
  const tippedTokens = metrics.counter({ name: 'klieg_tipped_tokens_total', help: 'Tokens tipped' });
  return (tokens) => {
    tips.inc();
    tippedTokens.inc(tokens);
  };
}
