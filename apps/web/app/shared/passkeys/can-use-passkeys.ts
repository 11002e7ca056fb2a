/** The part of WebAuthn that reads and writes JSON; older browsers only have the rest. */
export interface JsonPasskeys {
  parseRequestOptionsFromJSON(options: object): PublicKeyCredentialRequestOptions;
  parseCreationOptionsFromJSON(options: object): PublicKeyCredentialCreationOptions;
}

/** This browser's support; undefined: not enough. */
export function jsonPasskeys(): JsonPasskeys | undefined {
  const found = (globalThis as { PublicKeyCredential?: Partial<JsonPasskeys> }).PublicKeyCredential;
  return found?.parseRequestOptionsFromJSON && found.parseCreationOptionsFromJSON
    ? (found as JsonPasskeys)
    : undefined;
}

/** Whether this browser can use passkeys here. */
export const canUsePasskeys = (): boolean => jsonPasskeys() !== undefined;
