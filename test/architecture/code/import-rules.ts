/**
 * Who may import whom. `{x}` in `may` is the name that `{x}` stood for in `from`, `*` is any one name, and a path that
 * ends in `/` is everything below it. What is not listed is an error; so nothing imports `test`.
 */
export interface ImportRule {
  from: string;
  /** Places in this project; each may import itself. `type` before a path: only types, which the compiler erases. */
  may: readonly string[];
  /** Names of the only packages it may import; absent: any. Node's own modules count as packages. */
  packages?: readonly string[];
  /** Names of packages it must not import. */
  without?: readonly string[];
}

/**
 * Files that only some places may import, whatever their own rule says; tests may too, to write rows that no request
 * can. `type` before a place as in `ImportRule.may`.
 */
export const reserved: Readonly<Record<string, readonly string[]>> = {
  // Uploaded files are opened only in the worker process.
  'mock-server/app-packages/read-package.ts': ['mock-server/packages-worker/tasks/', 'test/'],
  'mock-server/app-packages/inspection/inspect-package.ts': ['mock-server/packages-worker/tasks/', 'test/'],
  'mock-server/app-packages/ios/profiles/configuration-profile.ts': [
    'mock-server/packages-worker/tasks/',
    'test/',
  ],
  // Private keys are opened there only.
  'mock-server/app-packages/credentials/open-credentials.ts': ['mock-server/packages-worker/tasks/', 'test/'],
  'mock-server/app-packages/credentials/open-push-certificate.ts': [
    'mock-server/packages-worker/tasks/',
    'test/',
  ],
  'mock-server/app-packages/zip/open-zip.ts': [
    'mock-server/packages-worker/tasks/',
    'mock-server/app-packages/',
    'test/',
  ],
  // The engine is made once, and passed on: no module may have one of its own.
  'src/data/engine.ts': ['src/main.tsx', 'type src/', 'test/'],
  'mock-server/platform/database/unguarded.ts': ['mock-server/platform/database/', 'test/'],
};

const react = ['react', 'react-dom', 'react-router-dom', 'zustand'];
/** The packages for SQL, which only some files may import. */
const sql = ['kysely', 'better-sqlite3', 'pg'];
/**
 * The modules for requests to other servers, which only platform/outgoing, platform/mail and platform/blobs/bucket may
 * import.
 */
const s3 = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', '@aws-sdk/s3-request-presigner'];
const ways = ['undici', 'nodemailer', ...s3];
/** The decoder of pictures: a large native library, which runs in the worker process only. */
const decoders = ['sharp'];
const features = {
  may: [
    'mock-server/features/{x}/',
    'mock-server/features/*/facade.ts',
    'mock-server/platform/',
    'mock-server/app-packages/',
    'mock-server/packages-worker/kinds/',
    'mock-server/migrations/tables.ts',
    'mock-server/migrations/tables/columns.ts',
    'mock-server/config.ts',
    'mock-server/settings/',
    'contract/',
  ],
};

const clientFeature = {
  may: [
    'src/features/{x}/',
    'src/features/errors/',
    'src/engine-context.tsx',
    'src/data/',
    'src/ui/',
    'contract/',
  ],
};

/** The first rule whose `from` fits a file is its rule. */
export const importRules: readonly ImportRule[] = [
  { from: 'contract/', may: ['contract/'], packages: ['typebox'] },

  { from: 'src/ui/', may: ['src/ui/'], packages: ['react', 'react-dom', 'uqr'] },
  { from: 'src/data/', may: ['src/data/', 'contract/'], without: react },
  {
    from: 'src/service-worker/',
    may: ['src/service-worker/', 'src/data/', 'src/app/pending-writes.ts', 'contract/'],
    without: react,
  },
  {
    from: 'src/command-line/',
    may: [
      'src/command-line/',
      'src/data/http/client.ts',
      'src/data/http/errors.ts',
      'contract/',
      'package.json',
    ],
    without: react,
  },
  // State that only screens need is in a zustand store in its own file; everything else is the engine's, as
  // observables.
  { from: 'src/features/{x}/*-state.ts', ...clientFeature },
  { from: 'src/features/{x}/', ...clientFeature, without: ['zustand'] },
  {
    from: 'src/app/',
    may: ['src/app/', 'src/features/', 'src/engine-context.tsx', 'src/data/', 'src/ui/', 'contract/'],
    without: ['zustand'],
  },
  { from: 'src/engine-context.tsx', may: ['src/data/', 'src/ui/'], packages: ['react'] },
  // Must work whatever fails in the catalog.
  { from: 'src/trial.ts', may: ['type src/data/trial-report.ts'] },
  {
    from: 'src/main.tsx',
    may: [
      'src/app/',
      'src/features/',
      'src/engine-context.tsx',
      'src/data/',
      'src/ui/',
      'src/trusted-scripts.ts',
      'contract/',
    ],
  },
  { from: 'src/trusted-scripts.ts', may: [], packages: [] },

  {
    from: 'mock-server/platform/database/migrate.ts',
    may: [
      'mock-server/platform/',
      'type mock-server/migrations/tables.ts',
      'mock-server/settings/environment.ts',
    ],
  },
  {
    from: 'mock-server/platform/database/postgres/unusable.ts',
    may: ['mock-server/platform/', 'mock-server/settings/environment.ts'],
  },
  {
    from: 'mock-server/platform/database/sqlite/data-directory-lock.ts',
    may: ['mock-server/platform/', 'mock-server/settings/environment.ts'],
  },
  {
    from: 'mock-server/platform/key-file.ts',
    may: ['mock-server/platform/', 'mock-server/settings/environment.ts'],
  },
  {
    from: 'mock-server/platform/known-keys.ts',
    may: ['mock-server/platform/', 'mock-server/settings/environment.ts'],
  },
  {
    from: 'mock-server/platform/secrets.ts',
    may: ['mock-server/platform/', 'mock-server/settings/environment.ts'],
  },
  {
    from: 'mock-server/platform/database/',
    may: [
      'mock-server/platform/',
      'type mock-server/migrations/tables.ts',
      'type mock-server/config.ts',
      'contract/common/',
    ],
  },
  {
    from: 'mock-server/platform/jobs/store.ts',
    may: ['mock-server/platform/', 'type mock-server/migrations/tables.ts'],
    without: ways,
  },
  { from: 'mock-server/platform/mail/', may: ['mock-server/platform/'], without: ['undici', ...s3] },
  // Settings are read before anything is opened, and have their own error messages.
  { from: 'mock-server/platform/blobs/bucket/location.ts', may: [] },
  {
    from: 'mock-server/platform/blobs/bucket/',
    may: ['mock-server/platform/', 'mock-server/settings/limits.ts'],
    without: ['undici', 'nodemailer'],
  },
  {
    from: 'mock-server/platform/blobs/open-blobs.ts',
    may: ['mock-server/platform/', 'type mock-server/config.ts', 'mock-server/settings/environment.ts'],
    without: ways,
  },
  { from: 'mock-server/platform/outgoing/', may: ['mock-server/platform/outgoing/'] },
  // A library of its own: nothing of the service, no network and no processes. What it finds, it says in the contract's words.
  {
    from: 'mock-server/app-packages/',
    may: [
      'mock-server/app-packages/',
      'contract/common/codes.ts',
      'contract/common/inspection-report.ts',
      'contract/common/warnings.ts',
    ],
    packages: [
      'node:buffer',
      'node:crypto',
      'node:fs/promises',
      'node:path',
      'node:stream/promises',
      'node:util',
      'node:zlib',
      'node-forge',
      'plist',
      'saxes',
      'sharp',
      'typebox',
      'yauzl',
    ],
  },
  {
    from: 'mock-server/packages-worker/kinds/',
    may: [
      'mock-server/packages-worker/kinds/',
      'mock-server/app-packages/',
      'mock-server/platform/',
      'contract/common/',
    ],
    without: [...ways, ...decoders],
  },
  {
    from: 'mock-server/packages-worker/',
    may: [
      'mock-server/packages-worker/',
      'mock-server/app-packages/',
      'mock-server/platform/',
      'contract/common/',
    ],
    without: [...sql, ...ways],
  },
  {
    from: 'mock-server/platform/workers/',
    without: [...ways, ...decoders],
    may: ['mock-server/platform/', 'mock-server/app-packages/package-error.ts', 'contract/common/'],
  },
  {
    from: 'mock-server/platform/',
    without: [...ways, ...decoders],
    may: ['mock-server/platform/', 'type mock-server/config.ts', 'contract/common/'],
  },
  { from: 'mock-server/features/{x}/store.ts', ...features, without: ways },
  { from: 'mock-server/features/{x}/*-store.ts', ...features, without: ways },
  { from: 'mock-server/features/{x}/*/store.ts', ...features, without: ways },
  { from: 'mock-server/features/{x}/*/*-store.ts', ...features, without: ways },
  { from: 'mock-server/features/{x}/facade.ts', ...features, without: ways },
  { from: 'mock-server/features/{x}/', ...features, without: [...sql, ...ways, ...decoders] },
  { from: 'mock-server/migrations/', may: ['mock-server/migrations/', 'mock-server/platform/database/'] },
  {
    from: 'mock-server/settings/',
    may: [
      'mock-server/settings/',
      'type mock-server/platform/',
      'mock-server/platform/blobs/bucket/location.ts',
    ],
  },
  { from: 'mock-server/config.ts', may: ['mock-server/settings/'] },
  { from: 'mock-server/app.ts', may: ['mock-server/', 'contract/'] },
  { from: 'mock-server/context.ts', may: ['mock-server/'] },
  {
    from: 'mock-server/domain-events.ts',
    may: ['mock-server/features/', 'mock-server/platform/', 'contract/'],
    without: [...sql, ...ways],
  },
  {
    from: 'mock-server/database-watch.ts',
    may: ['mock-server/platform/', 'mock-server/migrations/'],
    without: ways,
  },
  {
    from: 'mock-server/main.ts',
    may: [
      'mock-server/app.ts',
      'mock-server/config.ts',
      'mock-server/platform/own-files.ts',
      'mock-server/platform/database/sqlite/data-directory-lock.ts',
      'mock-server/settings/',
    ],
  },
  { from: 'mock-server/commands/', may: ['mock-server/', 'contract/'], without: [...sql, ...ways] },
  { from: 'mock-server/demo/', may: ['mock-server/', 'contract/'] },
  { from: 'mock-server/launch/', may: ['mock-server/', 'contract/'] },

  { from: 'test/', may: ['contract/', 'mock-server/', 'src/', 'test/', 'vite.config.ts'] },
  { from: 'vite.config.ts', may: ['mock-server/launch/'] },
  { from: 'vitest.config.ts', may: ['test/setup/', 'mock-server/launch/messages/'] },
];
