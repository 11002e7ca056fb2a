/** Follows the one-time link by which post-pay ends; the browser itself opens it and comes back to the site. */
export const declinePostpay = (token: string): void =>
  location.assign(`/api/v1/billing/postpay_decline?t=${encodeURIComponent(token)}`);
