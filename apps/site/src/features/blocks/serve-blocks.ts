import type { Account, IdentityFeature } from '../identity/index.ts';
import { makeBlocksHandlers } from './blocks.http.ts';
import type { BlocksFeature } from './compose.ts';

/** The calls of blocks; an ignored person stops being a friend. */
export const serveBlocks = (uses: {
  readonly identity: IdentityFeature;
  readonly blocks: BlocksFeature;
  readonly friends: { onIgnored(person: Account, ignored: Account): Promise<void> };
}) => ({
  handlers: makeBlocksHandlers({
    accounts: uses.identity.accounts,
    blocks: uses.blocks.blocks,
    onIgnored: uses.friends.onIgnored,
  }),
});
