/*
 * The key of a person, the same in rooms, events and tables: `a` and the number of the account, or `g` and the id of a
 * guest.
 */

export const accountKey = (id: number): string => `a${id}`;
export const guestKey = (id: string): string => `g${id}`;
