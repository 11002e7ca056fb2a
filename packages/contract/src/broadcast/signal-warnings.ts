/** What is wrong with what viewers see and hear, on whatever line it comes. */
export const SIGNAL_WARNINGS = ['black_picture', 'no_sound', 'quiet_sound', 'loud_sound'] as const;
export type SignalWarning = (typeof SIGNAL_WARNINGS)[number];

/** Whether a warning is of picture and sound, and not of the way that they take. */
export const isSignalWarning = (code: string): code is SignalWarning =>
  (SIGNAL_WARNINGS as readonly string[]).includes(code);
