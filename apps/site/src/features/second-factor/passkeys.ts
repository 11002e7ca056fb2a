import { createHmac } from 'node:crypto';
import type { NewPasskey, PasskeyProof } from '@klieg/contract';
import { type AccountId, AppError, randomToken, type Uuid } from '@klieg/kernel';
import { isSameSecret } from '@klieg/kernel/secrets';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Outbox } from '../../platform/events/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import { factorChanged } from './factor-changed.ts';
import type { Passkey, PasskeyStore } from './passkey-store.ts';

/** Passkeys of one account. */
export const PASSKEYS_MAX = 10;
/** How long somebody may look for their key. */
const CHALLENGE_SECONDS = 5 * 60;

/** EdDSA, ES256 and RS256, which every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257];

/** Its parsers come with the first passkey, not with every start. */
const webauthn = () => import('@simplewebauthn/server');

export interface PasskeysDeps {
  readonly store: PasskeyStore;
  /** For pseudonymous account names. */
  readonly key: Uint8Array;
  /** The host that passkeys belong to. */
  readonly host: string;
  readonly origins: ReadonlySet<string>;
  /** Runs a transaction in which nobody else changes the factors of the account. */
  readonly inTurnOf: <T>(accountId: AccountId, run: (within: Transaction) => Promise<T>) => Promise<T>;
  readonly outbox: Pick<Outbox, 'add' | 'nudge'>;
}
type NewOne = Omit<Passkey, 'id' | 'createdAt' | 'lastUsedAt'>;

/** What a browser needs to ask for a passkey; `options` are those of WebAuthn in JSON. */
export interface PasskeyQuestion {
  readonly challenge_id: Uuid;
  readonly options: Record<string, unknown>;
}

/** The person a passkey is made for. */
export interface PasskeyOwner {
  readonly id: AccountId;
  readonly username: string;
  readonly displayName: string;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

/** Requests for passkeys, and the check of the answers. User verification is always required. */
export type Passkeys = ReturnType<typeof makePasskeys>;

export function makePasskeys({ store, key, host, origins, inTurnOf, outbox }: PasskeysDeps) {
  /** Its owner is told of each new one, in the transaction that stores it. */
  const addTold = async (passkey: NewOne): Promise<Uuid | undefined> => {
    const added = await inTurnOf(passkey.accountId, async (within) => {
      const id = await store.add(passkey, PASSKEYS_MAX, within);
      const { accountId, name } = passkey;
      if (id) await outbox.add(within, factorChanged, { accountId, change: 'passkey_added', name });
      return id;
    });
    outbox.nudge();
    return added;
  };
  // An account's handle stays on other devices: it reveals neither name nor number.
  const handleOf = (accountId: AccountId): Buffer =>
    createHmac('sha256', key).update(`passkey:${accountId}`).digest();

  const openChallenge = async (visitor: string, accountId: AccountId | null) => {
    const challenge = randomToken(32);
    const id = await store.openChallenge({ challenge, visitor, accountId, seconds: CHALLENGE_SECONDS });
    return { id, bytes: new Uint8Array(bytesOf(challenge)) };
  };

  const isSigned = async (passkey: Passkey, { credential }: PasskeyProof, challenge: string) => {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    return verified && (await store.countUse(passkey.id, authenticationInfo.newCounter));
  };

  const isHandleOf = (accountId: AccountId, handle: string | null | undefined): boolean => {
    if (handle === null || handle === undefined) return true;
    return isSameSecret(bytesOf(handle), handleOf(accountId));
  };

  return {
    /** For any passkey of this host: requires no account, and reveals none. */
    async ask(visitor: string): Promise<PasskeyQuestion> {
      const { generateAuthenticationOptions } = await webauthn();
      const { id, bytes } = await openChallenge(visitor, null);
      const options = await generateAuthenticationOptions({
        rpID: host,
        challenge: bytes,
        timeout: CHALLENGE_SECONDS * 1_000,
        userVerification: 'required',
      });
      return { challenge_id: id, options: { ...options } };
    },
    /** For a new passkey of an account. */
    async askForNew(owner: PasskeyOwner, siteName: string, visitor: string): Promise<PasskeyQuestion> {
      const { generateRegistrationOptions } = await webauthn();
      const { id, bytes } = await openChallenge(visitor, owner.id);
      const own = await store.listOf(owner.id);
      const options = await generateRegistrationOptions({
        rpName: siteName,
        rpID: host,
        userID: new Uint8Array(handleOf(owner.id)),
        userName: owner.username,
        userDisplayName: owner.displayName,
        challenge: bytes,
        timeout: CHALLENGE_SECONDS * 1_000,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: own.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { challenge_id: id, options: { ...options } };
    },
    /** The account whose passkey has signed the challenge; undefined if none, for whatever reason. */
    async accountOf(proof: PasskeyProof, visitor: string): Promise<AccountId | undefined> {
      const challenge = await store.takeChallenge(proof.challenge_id as Uuid, visitor, null);
      if (challenge === undefined) return undefined;
      const passkey = await store.findByCredential(bytesOf(proof.credential.id));
      if (!passkey || !isHandleOf(passkey.accountId, proof.credential.response.userHandle)) return undefined;
      // A malformed answer throws, and so does a signature for another place.
      const isGood = await isSigned(passkey, proof, challenge).catch(() => false);
      return isGood ? passkey.accountId : undefined;
    },
    /** Keeps a new passkey. @throws identity.passkey_failed */
    async keep(
      owner: PasskeyOwner,
      given: { readonly challengeId: Uuid; readonly credential: NewPasskey; readonly name: string },
      visitor: string,
    ): Promise<Uuid> {
      const challenge = await store.takeChallenge(given.challengeId, visitor, owner.id);
      if (challenge === undefined) throw new AppError('identity.passkey_failed');
      const { verifyRegistrationResponse } = await webauthn();
      const checked = await verifyRegistrationResponse({
        response: given.credential as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: [...origins],
        expectedRPID: host,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined);
      const credential = checked?.registrationInfo?.credential;
      const id =
        credential &&
        (await addTold({
          accountId: owner.id,
          credentialId: bytesOf(credential.id),
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: given.credential.response.transports ?? [],
          name: given.name,
        }));
      if (!id) throw new AppError('identity.passkey_failed');
      return id;
    },
  };
}
