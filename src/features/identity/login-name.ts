/** The attributes by which browsers and password managers recognize every field for a login name or e-mail address. */
export const loginNameField = {
  name: 'username',
  autoComplete: 'username',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 200,
  required: true,
} as const;

/** The attributes of a field for the person's present password. */
export const passwordOfPerson = { name: 'password', maxLength: 1000, required: true } as const;
