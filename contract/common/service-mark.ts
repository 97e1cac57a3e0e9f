/**
 * The response header that every answer of the service carries, so that clients can tell it from what a sign-in page of a
 * network, a proxy or an error page says in its place.
 */
export const serviceMark = { header: 'appshelf', value: '1' } as const;

/** The response header with the code of the error, for answers to HEAD, which have no body. */
export const errorHeader = 'appshelf-error';
