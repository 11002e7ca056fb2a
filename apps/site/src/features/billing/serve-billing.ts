import type { FastifyInstance } from 'fastify';
import { serveReturned } from './orders/payment-returned.ts';
import type { PostbackReceiver } from './posts/receive-postback.ts';
import { servePostbacks } from './posts/serve-postbacks.ts';
import { servePostedPages } from './forms/serve-posted-pages.ts';

type Uses = Omit<
  Parameters<typeof servePostbacks>[0] & Parameters<typeof servePostedPages>[0],
  'receive' | 'takeAnswer'
>;

/** What billers and their pages come to: posts, forms to them, and the page in a frame after a payment. */
export const serveBilling =
  ({
    postbackReceiver,
    ...uses
  }: Uses & { readonly postbackReceiver: Pick<PostbackReceiver, 'receive' | 'take'> }) =>
  (app: FastifyInstance): void => {
    servePostbacks({ ...uses, receive: postbackReceiver.receive })(app);
    servePostedPages({ ...uses, takeAnswer: postbackReceiver.take })(app);
    serveReturned(app);
  };
