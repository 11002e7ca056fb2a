/** Does what belongs to one key one after the other, in the order of the calls; keys do not wait for each other. */
export type InTurn = (key: string, work: () => Promise<void>) => void;

/** @param onError gets what a piece of work rejects with; the next one is done all the same */
export function makeInTurn(onError: (error: unknown) => void): InTurn {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve())
      .then(work)
      .catch(onError)
      .finally(() => last.get(key) === turn && last.delete(key));
    last.set(key, turn);
  };
}
