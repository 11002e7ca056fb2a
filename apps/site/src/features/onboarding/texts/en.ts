import type { MailTexts } from './mail-text.ts';

export const english: MailTexts = {
  model_approved: {
    subject: 'You are approved',
    text: 'Hello {username},\n\nyour documents were checked, and you are approved. You can go live now:\n\n{url}',
  },
  model_rejected: {
    subject: 'Something has to be sent again',
    text: 'Hello {username},\n\nsomebody has looked at what you have sent, and something has to be done again:\n\n{note}\n\nHere you see what it is, and send it again:\n\n{url}',
  },
  model_expired: {
    subject: 'Your document has expired',
    text: 'Hello {username},\n\nthe document by which you were approved has expired. Until a new one is checked you cannot go live. What you have earned stays yours.\n\nSend a new one here:\n\n{url}',
  },
  identity_approved: {
    subject: 'You are verified',
    text: 'Hello {username},\n\nyour documents were checked, and your account is verified now.\n\n{url}',
  },
  identity_rejected: {
    subject: 'You could not be verified',
    text: 'Hello {username},\n\nsomebody has looked at what you have sent, and it is not enough:\n\n{note}\n\nYou can send it again here:\n\n{url}',
  },
};
