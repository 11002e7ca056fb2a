/** Cards of a row. */
export const ROW_COUNT = 6;
