/** What is wrong with picture or sound, whatever the connection. */
export const SIGNAL_WARNINGS = ['black_picture', 'no_sound', 'quiet_sound', 'loud_sound'] as const;
export type SignalWarning = (typeof SIGNAL_WARNINGS)[number];

/** Whether a warning is about picture or sound rather than the connection. */
export const isSignalWarning = (code: string): code is SignalWarning =>
  (SIGNAL_WARNINGS as readonly string[]).includes(code);
