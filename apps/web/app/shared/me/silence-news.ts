import type { Payload } from '@klieg/contract';

export type Autosilence = Payload<'v3.autosilenced'>;

/**
 * Hears of automatic silences by rooms; undefined: a new connection, which repeats current ones. Few people are
 * silenced, so the reading code loads late, and earlier news waits here.
 */
export const silenceNews = {
  waiting: [] as (Autosilence | undefined)[],
  hear(news?: Autosilence): void {
    this.waiting.push(news);
  },
};
