/**
 * What a table says of a key that came from outside; undefined for one that it does not have. Plain access would find
 * what every object has, such as `constructor`.
 */
export const ownOf = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
