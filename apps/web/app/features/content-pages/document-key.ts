/** The key of a document's link in an address; names of texts are never as long. */
export const isDocumentKey = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/u.test(text);
