import type { Kit } from '../../platform/kit.ts';
import { makeBlockStore } from './block-store.ts';

export type BlocksFeature = ReturnType<typeof composeBlocks>;

/** Who ignores or hides whom. Its calls are served by `serveBlocks`, since friendships end with them. */
export const composeBlocks = ({ database }: Pick<Kit, 'database'>) => ({ blocks: makeBlockStore(database) });
