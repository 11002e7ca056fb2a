import type { Visitor } from '../visitors/index.ts';

const SOCKETS_PER_NETWORK = 40;
const SOCKETS_PER_LOOPBACK = 10_000;

/** How many sockets a network may have open (W4). @param isGenerousToLoopback demo and tests come from one machine */
export const makeSocketsMaxOf =
  (isGenerousToLoopback: boolean) =>
  ({ isLoopback }: Pick<Visitor, 'isLoopback'>): number =>
    isGenerousToLoopback && isLoopback ? SOCKETS_PER_LOOPBACK : SOCKETS_PER_NETWORK;
