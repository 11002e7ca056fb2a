import type { NewPasskey, PasskeyAnswer, PasskeyProof } from '@klieg/contract';
import { lateApi } from '../api/late-client.ts';
import { jsonPasskeys } from './can-use-passkeys.ts';

/** The person dismissed the browser's question, or has no passkey of this site. */
export class PasskeyNotGiven extends Error {}

async function ask(run: () => Promise<Credential | null>): Promise<object> {
  const credential = await run().catch((error: unknown) => {
    throw new PasskeyNotGiven('no passkey was given', { cause: error });
  });
  if (!credential) throw new PasskeyNotGiven('no passkey was given');
  return (credential as PublicKeyCredential).toJSON() as object;
}

/**
 * Has the browser ask for a passkey of this site.
 * @throws PasskeyNotGiven, CallError
 */
export async function givePasskey(): Promise<PasskeyProof> {
  const { challenge_id, options } = await lateApi.beginPasskey({ body: {} });
  const publicKey = jsonPasskeys()!.parseRequestOptionsFromJSON(options);
  const credential = await ask(() => navigator.credentials.get({ publicKey }));
  return { challenge_id, credential: credential as PasskeyAnswer };
}

/**
 * Has the browser make a passkey, and keeps it under a name.
 * @throws PasskeyNotGiven, CallError
 */
export async function makePasskey(name: string): Promise<void> {
  const { challenge_id, options } = await lateApi.beginPasskeyRegistration({ body: {} });
  const publicKey = jsonPasskeys()!.parseCreationOptionsFromJSON(options);
  const credential = await ask(() => navigator.credentials.create({ publicKey }));
  await lateApi.registerPasskey({ body: { challenge_id, credential: credential as NewPasskey, name } });
}

/**
 * Logs in by a passkey, with no name and no password.
 * @throws PasskeyNotGiven, CallError
 */
export async function logInByPasskey(remember: boolean): Promise<void> {
  await lateApi.logInByPasskey({ body: { ...(await givePasskey()), remember } });
}
