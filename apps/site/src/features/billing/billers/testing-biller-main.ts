// Run by testing-killable-node.ts as a process that can be killed: takes posts of the sandbox biller by messages,
// with the real receiver, settlement, wallet and ledger, on the database of argument 1.
import { openDatabase } from '#site/platform/postgres/index.ts';
import { makeBillerNode, type TestPost } from './testing-biller-nodes.ts';

/** What the node is asked, with a number that its answer carries. */
export interface NodeQuestion {
  readonly id: number;
  /** Without a post it works off what was kept and not finished. */
  readonly post?: TestPost;
}

/** What is answered when the work is done; `count` of what was worked off, without a post. */
export interface NodeAnswer {
  readonly id: number;
  readonly count: number;
}

const [, , connection = '{}'] = process.argv;
const node = makeBillerNode(openDatabase(JSON.parse(connection)));

async function answer({ id, post }: NodeQuestion): Promise<void> {
  const count = post ? await node.receive(post).then(() => 0) : await node.resume();
  process.send?.({ id, count } satisfies NodeAnswer);
}

process.on('message', (question) => void answer(question as NodeQuestion));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
