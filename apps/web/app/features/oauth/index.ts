export { OauthButtons } from './oauth-buttons.tsx';
export { OauthLogins } from './oauth-logins.tsx';
export { OauthNotice } from './oauth-notice.tsx';
