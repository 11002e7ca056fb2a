import {
  usePaymentNews,
  usePaymentReturn,
  useTokenFormAddress,
} from '../../features/billing/use-payment-news.ts';
import { useReUpNews } from '../../features/re-up/use-re-up-news.ts';
import { usePostpayNews } from '../../features/post-pay/use-postpay-news.ts';

/** News of payments, for members and for whoever comes back from a biller or for the purchase; others never fetch its code. */
export default function PaymentExtras() {
  usePaymentNews();
  usePaymentReturn();
  useTokenFormAddress();
  usePostpayNews();
  useReUpNews();
  return null;
}
