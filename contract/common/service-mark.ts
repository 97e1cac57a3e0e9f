/**
 * The response header that every answer of the service carries, so that clients can tell it from what a sign-in page of a
 * network, a proxy or an error page says in its place.
 */
export const serviceMark = { header: 'appshelf', value: '1' } as const;

/** The response header with the code of the error, where an answer to HEAD has no body that would say it. */
export const errorHeader = 'appshelf-error';
