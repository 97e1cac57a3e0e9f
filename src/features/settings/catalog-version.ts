/** The version this catalog was built as (vite.config.ts); where nothing was built, how it runs. */
export const catalogVersion = String(import.meta.env.VITE_CATALOG_VERSION ?? import.meta.env.MODE);
