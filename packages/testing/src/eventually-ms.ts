/**
 * The one clock of all waits in tests, in milliseconds. It bounds how long a broken thing is waited for, so it is far
 * above what the slowest machine needs: no test is a measurement of the machine that it runs on.
 */
export const EVENTUALLY_MS = 180_000;
