import { z } from 'zod';
import { calls, ok, shape, username } from '../call.ts';
import { IGNORED_MAX } from './limits.ts';
import { blocksRoutes } from './routes.ts';

const target = shape({ username });
const names = z.array(z.string()).max(IGNORED_MAX);

export const blocksCalls = calls(blocksRoutes, {
  ignorePerson: {
    who: 'user',
    conditions: ['not_self'],
    rate: 'write',
    params: target,
    body: shape({ ignored: z.boolean() }),
    response: ok({ ignored: names }),
    errors: ['common.not_self', 'common.not_found', 'blocks.limit'],
    ids: [],
  },
  hidePerson: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({ hidden: z.boolean() }),
    response: ok({ hidden: names }),
    errors: ['common.not_found'],
    ids: ['BROWSE-063'],
  },
  listIgnored: {
    who: 'user',
    rate: 'read',
    response: shape({ ignored: names, hidden: names }),
    errors: [],
    ids: [],
  },
});
