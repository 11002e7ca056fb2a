import type { MailTexts } from './mail-text.ts';

export const english: MailTexts = {
  asked: {
    subject: '{model} asks for your consent',
    text: 'Hello {name},\n\n{model} would like to show you in broadcasts and has named you as a co-performer. Nothing happens unless you agree. Here you read what you are asked for, send your document and sign, or decline:\n\n{url}\n\nThe link is for you alone and works for 14 days. If you do not know {model}, you can ignore this mail.',
  },
  again: {
    subject: 'Something has to be sent again',
    text: 'Hello {name},\n\nsomebody has looked at what you have sent for broadcasts with {model}, and something has to be done again:\n\n{note}\n\nThis link takes the place of the one before:\n\n{url}',
  },
  approved: {
    subject: 'Your consent was checked',
    text: 'Hello {name},\n\nyour documents were checked. You may be in broadcasts of {model} as you have agreed. You can withdraw at any time by this link. Please keep it:\n\n{url}',
  },
  declined: {
    subject: 'Your consent could not be accepted',
    text: 'Hello {name},\n\nwhat you have sent for broadcasts with {model} could not be accepted:\n\n{note}\n\nYou may not be in these broadcasts.',
  },
  withdrawn: {
    subject: 'Your consent has ended',
    text: 'Hello {name},\n\nyour consent to broadcasts with {model} has ended. None of them may show you any more.',
  },
};
