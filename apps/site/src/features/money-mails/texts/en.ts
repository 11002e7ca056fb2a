import type { MailTexts } from './mail-text.ts';

const PAGE = 'You can change this here:\n\n{url}';

export const english: MailTexts = {
  postpay_past_due: {
    subject: 'Your card was declined',
    text: `Hello {username},\n\nyour card was declined for {amount} that you have spent on credit. Until it is paid you have no further credit.\n\nThe card is charged again on {day}. You can pay sooner, or use another card. ${PAGE}`,
  },
  postpay_past_due_last: {
    subject: 'Your card was declined',
    text: `Hello {username},\n\nyour card was declined for {amount} that you have spent on credit. Until it is paid you have no further credit.\n\nPay it with another card. ${PAGE}`,
  },
  re_up_declined: {
    subject: 'Automatic purchases are switched off',
    text: `Hello {username},\n\nyour card was declined twice for tokens that are bought automatically. They are switched off now: nothing more is bought until you switch them on again. ${PAGE}`,
  },
  re_up_changed: {
    subject: 'Automatic purchases are switched off',
    text: `Hello {username},\n\nthe package that you have agreed to buy automatically is no longer sold as it was. So automatic purchases are switched off, and nothing was bought. You can choose another package. ${PAGE}`,
  },
  renewal_refused: {
    subject: 'Your membership could not be renewed',
    text: `Hello {username},\n\nyour card was declined for the next month of your {level} membership, {amount}. It is charged again on {day}.\n\nYour benefits stay until then. To keep them, use another card. ${PAGE}`,
  },
  membership_over: {
    subject: 'Your membership has ended',
    text: `Hello {username},\n\nyour {level} membership has ended, and nothing more is charged for it. You can become a member again at any time. ${PAGE}`,
  },
  membership_unpaid: {
    subject: 'Your membership has ended',
    text: `Hello {username},\n\nyour {level} membership has ended, since your card was declined for its next month. Nothing more is charged for it. You can become a member again at any time. ${PAGE}`,
  },
  membership_reversed: {
    subject: 'Your membership has ended',
    text: `Hello {username},\n\nyour {level} membership has ended, since its payment was taken back. Nothing more is charged for it. ${PAGE}`,
  },
};
