/** How long a biller may take to answer a call of ours. */
const ANSWER_MS = 8_000;
/** More than any biller has to say. */
const ANSWER_BYTES_MAX = 1_000_000;

export interface BillerAnswer {
  readonly isOk: boolean;
  readonly bytes: Buffer;
}

/** Calls a biller; undefined when it could not be reached or has not answered in time. Never rejects. */
export async function askBiller(
  url: string | URL,
  init: RequestInit = {},
): Promise<BillerAnswer | undefined> {
  try {
    const response = await fetch(url, {
      // A redirected address is not the biller's, and the request contains its passwords.
      redirect: 'error',
      ...init,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return bytes.length > ANSWER_BYTES_MAX ? undefined : { isOk: response.ok, bytes };
  } catch {
    return undefined;
  }
}

/** The JSON object that a biller answered. */
export function jsonOf(answer: BillerAnswer | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = answer && JSON.parse(answer.bytes.toString('utf8'));
    return typeof json === 'object' && json !== null ? { ...json } : undefined;
  } catch {
    return undefined;
  }
}
