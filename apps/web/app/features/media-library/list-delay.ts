const FROM_MS = 2_000;
const TO_MS = 12_000;

/**
 * How long a page waits until it reads a list of media again, so that a full room does not ask in the same moment
 * (CONSTANTS-075).
 * @param chance from 0 to 1
 */
export const listDelayMs = (chance: number): number => FROM_MS + Math.round(chance * (TO_MS - FROM_MS));
