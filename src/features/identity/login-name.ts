/** What every field for a login name, or an e-mail address in its place, tells browsers and password managers. */
export const loginNameField = {
  name: 'username',
  autoComplete: 'username',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 200,
  required: true,
} as const;

/** The same for the field of a password that the service has. */
export const passwordOfPerson = { name: 'password', maxLength: 1000, required: true } as const;
