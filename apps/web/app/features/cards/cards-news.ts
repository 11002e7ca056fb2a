const listeners = new Set<() => void>();

/** That something of the cards has changed by a dialog, for lists that are open below it. */
export const cardsNews = {
  tell(): void {
    for (const listener of listeners) listener();
  },
  hear(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
