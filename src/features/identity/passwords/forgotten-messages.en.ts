/** Words of the page for who has forgotten their password. */
export const en = {
  title: 'Forgot your password?',
  why: 'We mail you a link by which you choose another.',
  name: 'User ID or e-mail address',
  missing: 'Type your user ID or your e-mail address.',
  send: 'Send me the link',
  sent: 'If there is an account of this name with an e-mail address, the link is on its way. It works once, for 30 minutes. If no mail comes, ask your organization for help.',
  back: 'Sign in',
};
