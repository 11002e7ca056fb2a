/*
 * What a side of a socket speaks, apart from the events and their schemas: pages say it and bring no schema along.
 */

/** Newest edition of the template list; grows with every event or field that is added (W20). */
export const TEMPLATE_EDITION = 5;
/** Frame rules that this build speaks (W3). */
export const PROTOCOL_VERSION = 3;
