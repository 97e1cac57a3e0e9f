/**
 * What a person typed into a form and has not sent: the texts of the fields that they changed, by field name. Never a
 * password.
 */
export type Draft = Readonly<Record<string, string>>;
