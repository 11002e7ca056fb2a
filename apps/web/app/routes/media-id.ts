const ID = /^[1-9][0-9]{0,15}$/u;

/** An id in an address; undefined if invalid. */
export const idNamed = (word: string | null | undefined): number | undefined => {
  const id = ID.test(word ?? '') ? Number(word) : undefined;
  return id !== undefined && Number.isSafeInteger(id) ? id : undefined;
};
