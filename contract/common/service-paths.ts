/**
 * Matches the paths that the service itself answers, with or without a query; every other address is a page or file of the
 * catalog. The service, the service worker and Vite's development proxy all use this one expression.
 */
export const servicePaths =
  /^\/(?:(?:v\d+|downloads|media)\/|(?:docs|healthz|metrics|openapi\.json|manifest\.webmanifest)(?:[/?]|$))/;

/** Where the header Reporting-Endpoints of pages sends what browsers report. */
export const violationsPath = '/v3/violations';
