/**
 * The paths that the service answers itself, also with a query behind them; every other address is a page or a file of the
 * catalog. One expression for all who have to tell them apart: the service, the service worker, and the proxy of development.
 */
export const servicePaths =
  /^\/(?:(?:v\d+|downloads|media)\/|(?:docs|healthz|openapi\.json|manifest\.webmanifest)(?:[/?]|$))/;
