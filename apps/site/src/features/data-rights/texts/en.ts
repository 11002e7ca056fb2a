import type { DataTexts } from './mail-text.ts';

export const english: DataTexts = {
  mails: {
    export_ready: {
      subject: 'Your data is ready',
      text: 'Hello {username},\n\nthe archive of your data is ready. You can fetch it for seven days from your settings:\n\n{url}\n\nYou will be asked for your password. If you have not asked for this archive, set a new password at once.',
    },
    deletion_asked: {
      subject: 'Your account will be deleted',
      text: 'Hello {username},\n\nyour account will be deleted on {day}. Until then you can log in and keep it:\n\n{url}\n\nIf you have not asked for this, log in, keep the account, and set a new password.',
    },
    deletion_held: {
      subject: 'Your account cannot be deleted yet',
      text: 'Hello {username},\n\nyou have asked us to delete your account, and we cannot do it yet. {why}\n\nIt is deleted by itself as soon as that is over. Here you see how it stands:\n\n{url}\n\nIf you think that this is wrong, write to support. You may also complain to the authority that watches over data protection where you live.',
    },
    deletion_done: {
      subject: 'Your account is being deleted',
      text: 'Hello {username},\n\nyour account and what belongs to it are being deleted now. Invoices, agreements and other records that law asks us to keep stay under a name that does not say who you are. Your user name stays reserved for 90 days.\n\nThis is the last mail that you get from us about it.',
    },
  },
  holds: {
    legal_hold: 'An authority, or a claim under way, obliges us to keep it for the time being.',
    case_open: 'A report about the account has not been decided.',
    shows_open: 'A show has not ended, or tokens are still held for one.',
    order_open: 'The end of a purchase is not known yet.',
    credit_owed: 'Tokens that were used on post-pay have not been paid.',
    balance_open: 'Earnings of yours have not been paid out.',
  },
};
