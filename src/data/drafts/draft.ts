/** What a person typed into a form and has not sent: the text of each field that they changed, by its name. Never a password. */
export type Draft = Readonly<Record<string, string>>;
