/** The version that the build gave this catalog (vite.config.ts); without a build, Vite's mode, such as `development`. */
export const catalogVersion = String(import.meta.env.VITE_CATALOG_VERSION ?? import.meta.env.MODE);
