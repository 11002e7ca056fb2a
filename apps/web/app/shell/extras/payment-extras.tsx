import { usePaymentNews, usePaymentReturn } from '../../features/billing/use-payment-news.ts';

/** News of payments, for members and for whoever comes back from a biller; others never fetch its code. */
export default function PaymentExtras() {
  usePaymentNews();
  usePaymentReturn();
  return null;
}
