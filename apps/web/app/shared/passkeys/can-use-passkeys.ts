/** The part of WebAuthn that reads and writes JSON; older browsers have the rest alone. */
export interface JsonPasskeys {
  parseRequestOptionsFromJSON(options: object): PublicKeyCredentialRequestOptions;
  parseCreationOptionsFromJSON(options: object): PublicKeyCredentialCreationOptions;
}

/** What this browser has of it; undefined: not enough. */
export function jsonPasskeys(): JsonPasskeys | undefined {
  const found = (globalThis as { PublicKeyCredential?: Partial<JsonPasskeys> }).PublicKeyCredential;
  return found?.parseRequestOptionsFromJSON && found.parseCreationOptionsFromJSON
    ? (found as JsonPasskeys)
    : undefined;
}

/** Whether this browser can use passkeys here. */
export const canUsePasskeys = (): boolean => jsonPasskeys() !== undefined;
