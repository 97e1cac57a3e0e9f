/**
 * Matches the paths that the service itself answers, with or without a query; every other address is a page or file of the
 * catalog. The service, the service worker and Vite's development proxy all use this one expression.
 */
export const servicePaths =
  /^\/(?:(?:v\d+|downloads|media)\/|(?:docs|healthz|metrics|openapi\.json|manifest\.webmanifest)(?:[/?]|$))/;

/** Where browsers send their reports about pages, as the header Reporting-Endpoints tells them. */
export const violationsPath = '/v3/violations';
