/** Words of the page for who has forgotten their password. */
export const en = {
  title: 'Forgot your password?',
  why: 'We’ll email you a link to choose a new one.',
  name: 'User ID or email address',
  missing: 'Enter your user ID or email address.',
  send: 'Send me the link',
  sent: 'If there’s an account with this name and an email address, the link is on its way. It works once, for 30 minutes. If no email arrives, contact your organization.',
  back: 'Sign in',
};
