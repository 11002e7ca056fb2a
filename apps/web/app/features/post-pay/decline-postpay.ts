/** Opens the one-time link that ends post-pay; the browser itself loads it and comes back to the site. */
export const declinePostpay = (token: string): void =>
  location.assign(`/api/v1/billing/postpay_decline?t=${encodeURIComponent(token)}`);
