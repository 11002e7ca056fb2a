import type { FastifyInstance } from 'fastify';

/** What people type by hand, and the page that they mean. Each name is reserved as a username. */
export const SHORT_ADDRESSES = {
  settings: '/account/settings',
  tokens: '/account/tokens',
  friends: '/account/friends',
  messages: '/inbox',
  following: '/followed',
  history: '/view-history',
  signup: '/register',
  help: '/faq',
  terms: '/legal/terms',
  privacy: '/legal/privacy',
} as const;

/** Leads addresses that are typed by hand to their pages, with their query; here, so that no page carries the list. */
export function serveShortAddresses(app: FastifyInstance): void {
  for (const [name, page] of Object.entries(SHORT_ADDRESSES))
    app.get(`/${name}`, async ({ url }, reply) => {
      const at = url.indexOf('?');
      return reply.header('cache-control', 'no-store').redirect(at < 0 ? page : page + url.slice(at), 302);
    });
}
