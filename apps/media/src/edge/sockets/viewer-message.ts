/** What a viewer may say on its socket. */
export type ViewerMessage =
  | { readonly kind: 'token'; readonly token: string }
  /** An id, or `auto`. */
  | { readonly kind: 'rendition'; readonly rendition: string }
  /** Headers and chunks that it has got since it came. */
  | { readonly kind: 'received'; readonly count: number };

/** A message of the socket; undefined if malformed. */
export function parseViewerMessage(text: string): ViewerMessage | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { token, rendition, received } = parsed as Record<string, unknown>;
  if (typeof token === 'string') return { kind: 'token', token };
  if (typeof rendition === 'string' && rendition.length <= 20) return { kind: 'rendition', rendition };
  if (Number.isSafeInteger(received) && (received as number) >= 0)
    return { kind: 'received', count: received as number };
  return undefined;
}
