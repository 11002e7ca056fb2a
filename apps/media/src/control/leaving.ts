/**
 * Progress of this process's shutdown. It accepts nobody new, sends its viewers to other processes, which continue to
 * fetch its streams here, and, when they have gone, its publishers.
 */
export interface Leaving {
  readonly stage: 'staying' | 'sends_viewers' | 'sends_publishers';
}

export interface Leave extends Leaving {
  stage: Leaving['stage'];
}

/** The result for clients of a process: all have gone, some were left at the limit, or there is nowhere to go. */
export type Drained = 'empty' | 'late' | 'alone';

/** A process that stays. */
export const makeLeave = (): Leave => ({ stage: 'staying' });

export const isLeaving = ({ stage }: Leaving): boolean => stage !== 'staying';

/** Header of an answer to a page that is to open another connection, here as anywhere, and then to close this one. */
export const MOVE_HEADER = 'klieg-move';
