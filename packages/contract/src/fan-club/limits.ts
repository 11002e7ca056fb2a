/** A membership is paid for so long. */
export const FAN_PERIOD_DAYS = 30;
/** Who could not pay for the next period keeps the level for so long, and may still pay it. */
export const FAN_GRACE_DAYS = 3;
