/** Less than this is not charged by itself before it has waited for its 30 days. */
export const POSTPAY_LEAST_TOKENS = 20;
