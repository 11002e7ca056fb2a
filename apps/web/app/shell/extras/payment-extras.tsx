import {
  usePaymentNews,
  usePaymentReturn,
  useTokenFormAddress,
} from '../../features/billing/payment/use-payment-news.ts';
import { useReUpNews } from '../../features/re-up/use-re-up-news.ts';
import { usePostpayNews } from '../../features/post-pay/use-postpay-news.ts';

/**
 * News of payments, for members and people returning from a biller or opening the purchase; others never load its code.
 */
export default function PaymentExtras() {
  usePaymentNews();
  usePaymentReturn();
  useTokenFormAddress();
  usePostpayNews();
  useReUpNews();
  return null;
}
