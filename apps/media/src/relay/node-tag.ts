import { createHash } from 'node:crypto';

/** Stands for a node in addresses that viewers and publishers see: says nothing of its name or place. */
export const nodeTag = (node: string): string =>
  createHash('sha256').update(`klieg node ${node}`).digest('hex').slice(0, 12);
