import type { MailTexts } from './mail-text.ts';

export const english: MailTexts = {
  confirm_email: {
    subject: 'Confirm your email',
    text: 'Hello {username},\n\nplease confirm that this address is yours:\n\n{url}\n\nThe link works once, for 24 hours. If you have not asked for it, ignore this mail: the address is then not used.',
  },
  address_taken: {
    subject: 'You already have an account',
    text: 'Somebody has just named this address for an account of theirs. It already belongs to your account {username}, so nothing has changed.\n\nWas it you? Log in as {username}. If you no longer know the password, you can set a new one here:\n\n{url}\n\nIf it was not you, there is nothing to do.',
  },
  reset_password: {
    subject: 'Set a new password',
    text: 'Hello {username},\n\nhere you can set a new password:\n\n{url}\n\nThe link works once, for 30 minutes, on any device. If you have not asked for it, ignore this mail: your password stays as it is.',
  },
  password_changed: {
    subject: 'Your password was changed',
    text: 'Hello {username},\n\nthe password of your account was changed, and every other device was signed out.\n\nIf it was not you, set a new password at once:\n\n{url}',
  },
  password_changed_passkeys: {
    subject: 'Your password was changed',
    text: 'Hello {username},\n\nthe password of your account was changed, and every other device was signed out.\n\nThese passkeys can still log in: {passkeys}. If one of them is not yours, remove it:\n\n{settings}\n\nIf it was not you who changed the password, set a new one at once:\n\n{url}',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    text: 'Hello {username},\n\nthe passkey “{name}” can log in to your account from now on.\n\nIf it was you, there is nothing to do.\n\nIf it was not you, remove it at once:\n\n{settings}\n\nand set a new password:\n\n{url}',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    text: 'Hello {username},\n\nthe passkey “{name}” cannot log in to your account any more, and every other device was signed out.\n\nIf it was not you, set a new password at once:\n\n{url}\n\nand look at what else was changed:\n\n{settings}',
  },
  app_added: {
    subject: 'Your account asks for a code from now on',
    text: 'Hello {username},\n\nan authenticator app was set up: each log-in with your password asks for its code. Every other device was signed out.\n\nIf it was not you, write to support at once: only who has that app can log in by password now. Set a new password as well:\n\n{url}',
  },
  app_removed: {
    subject: 'Your account asks for no code any more',
    text: 'Hello {username},\n\nthe authenticator app was taken away: a log-in asks for your password alone. Every other device was signed out.\n\nIf it was not you, set a new password at once:\n\n{url}\n\nand turn the app on again:\n\n{settings}',
  },
  codes_renewed: {
    subject: 'You have new recovery codes',
    text: 'Hello {username},\n\nnew recovery codes were made for your account. The old ones do not work any more.\n\nIf it was not you, set a new password at once:\n\n{url}\n\nand make new codes:\n\n{settings}',
  },
  new_device: {
    subject: 'New log-in to your account',
    text: 'Hello {username},\n\nsomebody has just logged in to your account from a browser that had not been used for it before:\n\n{place}\n\nIf it was you, there is nothing to do.\n\nIf it was not you, set a new password at once. That signs out every device:\n\n{url}',
  },
  email_changing: {
    subject: 'Your email address is to be changed',
    text: 'Hello {username},\n\nthe address of your account is to be changed to {address}. It changes when that address is confirmed.\n\nIf it was not you, keep this address. All devices are then signed out, and you get a link for a new password:\n\n{url}\n\nThe link works for 7 days, also after the change.',
  },
};
