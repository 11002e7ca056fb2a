import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { serveFacebookTwin } from './facebook-twin.ts';
import { serveGoogleTwin } from './google-twin.ts';
import type { SignInTwinUses } from './sign-in-twin.ts';

/** Sign-in providers beside the biller: Google and Facebook, each with its own protocol. */
export function serveSignInTwins(
  app: FastifyInstance,
  options: Omit<SignInTwinUses, 'word'> & { readonly secret: string },
): void {
  const uses: SignInTwinUses = {
    ...options,
    word: (name) => createHmac('sha256', options.secret).update(`sign-in ${name}`).digest('hex').slice(0, 32),
  };
  serveGoogleTwin(app, uses);
  serveFacebookTwin(app, uses);
}
