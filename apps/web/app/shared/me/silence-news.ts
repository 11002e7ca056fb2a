import type { Payload } from '@klieg/contract';

export type Autosilence = Payload<'v3.autosilenced'>;

/**
 * Hears that rooms have silenced the person by themselves; undefined: a new connection, which tells anew what still
 * holds. Few people are, so the code that reads it comes late, and what is told before waits here.
 */
export const silenceNews = {
  waiting: [] as (Autosilence | undefined)[],
  hear(news?: Autosilence): void {
    this.waiting.push(news);
  },
};
