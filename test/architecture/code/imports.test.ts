import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import type { Sources } from '../syntax.ts';
import { importViolations, ruleFor } from './import-check.ts';
import { importRules } from './import-rules.ts';

const sources = projectSources();

/** Each file imports something that it may not; the text after `->` is the import. */
const forbidden: readonly string[] = [
  'contract/a.ts -> src/data/b.ts',
  'contract/a.ts -> react',
  'src/ui/a.tsx -> src/data/b.ts',
  'src/ui/a.tsx -> contract/b.ts',
  'src/ui/a.tsx -> zustand',
  'src/data/a.ts -> src/ui/b.tsx',
  'src/data/a.ts -> react',
  'src/data/a.ts -> mock-server/config.ts',
  'src/service-worker/a.ts -> src/app/b.ts',
  'src/service-worker/a.ts -> src/features/reviews/b.ts',
  'src/command-line/a.ts -> src/data/session.ts',
  'src/command-line/a.ts -> mock-server/config.ts',
  'src/command-line/a.ts -> react',
  'src/app/a.ts -> src/command-line/b.ts',
  'src/features/reviews/a.ts -> src/features/devices/b.ts',
  'src/features/reviews/a.ts -> src/app/b.ts',
  'src/features/reviews/a.ts -> zustand',
  'src/features/reviews/a-state.ts -> src/features/devices/b.ts',
  'src/app/a.ts -> zustand',
  'src/app/a.ts -> src/service-worker/b.ts',
  'src/app/a.ts -> mock-server/config.ts',
  'src/main.tsx -> src/service-worker/b.ts',
  'src/engine-context.tsx -> src/app/b.ts',
  'src/app/a.ts -> src/data/engine.ts',
  'src/features/reviews/a.ts -> src/data/engine.ts',
  'src/trusted-scripts.ts -> src/data/b.ts',
  'src/trial.ts -> src/data/trial-report.ts',
  'mock-server/platform/database/a.ts -> mock-server/features/users/store.ts',
  'mock-server/platform/database/migrate.ts -> mock-server/config.ts',
  'mock-server/platform/database/postgres/unusable.ts -> mock-server/config.ts',
  'mock-server/platform/database/sqlite/data-directory-lock.ts -> mock-server/config.ts',
  'mock-server/platform/known-keys.ts -> mock-server/config.ts',
  'mock-server/platform/key-file.ts -> mock-server/config.ts',
  'mock-server/platform/secrets.ts -> mock-server/config.ts',
  'mock-server/platform/database/a.ts -> mock-server/migrations/tables.ts',
  'mock-server/platform/http/a.ts -> contract/users.ts',
  'mock-server/platform/http/a.ts -> mock-server/config.ts',
  'mock-server/platform/http/a.ts -> mock-server/features/users/facade.ts',
  'mock-server/features/users/store.ts -> mock-server/features/groups/store.ts',
  'mock-server/features/users/token-store.ts -> mock-server/features/groups/service.ts',
  'mock-server/features/users/invitations/store.ts -> mock-server/features/groups/service.ts',
  'mock-server/features/users/invitations/mail-store.ts -> mock-server/features/groups/service.ts',
  'mock-server/features/users/facade.ts -> mock-server/features/groups/service.ts',
  'mock-server/features/users/service.ts -> mock-server/features/groups/service.ts',
  'mock-server/features/users/service.ts -> kysely',
  'mock-server/features/users/store.ts -> mock-server/platform/database/unguarded.ts',
  'mock-server/platform/jobs/store.ts -> mock-server/platform/database/unguarded.ts',
  'mock-server/features/users/service.ts -> undici',
  'mock-server/features/users/store.ts -> undici',
  'mock-server/platform/http/a.ts -> undici',
  'mock-server/platform/outgoing/a.ts -> mock-server/platform/blobs/store.ts',
  'mock-server/platform/blobs/bucket/a.ts -> undici',
  'mock-server/platform/blobs/bucket/location.ts -> mock-server/platform/blobs/store.ts',
  'mock-server/platform/blobs/open-blobs.ts -> @aws-sdk/client-s3',
  'mock-server/platform/blobs/disk.ts -> @aws-sdk/lib-storage',
  'mock-server/platform/jobs/store.ts -> mock-server/migrations/index.ts',
  'mock-server/platform/mail/a.ts -> undici',
  'mock-server/platform/http/a.ts -> nodemailer',
  'mock-server/app-packages/a.ts -> mock-server/platform/text.ts',
  'mock-server/app-packages/a.ts -> mock-server/features/users/facade.ts',
  'mock-server/app-packages/a.ts -> mock-server/packages-worker/kinds/read-package.ts',
  'mock-server/app-packages/a.ts -> mock-server/settings/limits.ts',
  'mock-server/app-packages/a.ts -> contract/users.ts',
  'mock-server/app-packages/a.ts -> undici',
  'mock-server/app-packages/a.ts -> node:child_process',
  'mock-server/platform/http/a.ts -> mock-server/app-packages/text.ts',
  'mock-server/platform/workers/a.ts -> mock-server/app-packages/read-package.ts',
  'mock-server/packages-worker/kinds/a.ts -> sharp',
  'mock-server/packages-worker/tasks/a.ts -> mock-server/config.ts',
  'mock-server/platform/http/a.ts -> sharp',
  'mock-server/features/users/service.ts -> sharp',
  'mock-server/features/users/service.ts -> mock-server/app-packages/read-package.ts',
  'mock-server/features/users/service.ts -> mock-server/packages-worker/tasks/read-package.ts',
  'mock-server/features/users/routes.ts -> mock-server/migrations/index.ts',
  'mock-server/features/users/routes.ts -> src/data/b.ts',
  'mock-server/migrations/a.ts -> mock-server/features/users/store.ts',
  'mock-server/config.ts -> mock-server/platform/secrets.ts',
  'mock-server/settings/a.ts -> mock-server/config.ts',
  'mock-server/app.ts -> src/data/b.ts',
  'mock-server/context.ts -> contract/users.ts',
  'mock-server/domain-events.ts -> mock-server/app.ts',
  'mock-server/main.ts -> mock-server/features/users/routes.ts',
  'mock-server/database-watch.ts -> mock-server/features/users/routes.ts',
  'mock-server/commands/a.ts -> src/data/engine.ts',
  'mock-server/demo/a.ts -> test/setup/service.ts',
  'mock-server/launch/a.ts -> test/setup/service.ts',
  'test/a.ts -> vitest.config.ts',
  'vite.config.ts -> mock-server/config.ts',
  'vitest.config.ts -> mock-server/config.ts',
];

/** Similar imports that are allowed. */
const allowed: readonly string[] = [
  'src/features/reviews/a.ts -> src/features/reviews/parts/b.ts',
  'src/service-worker/a.ts -> src/app/pending-writes.ts',
  'src/command-line/a.ts -> src/data/http/client.ts',
  'mock-server/features/users/service.ts -> mock-server/features/groups/facade.ts',
  'mock-server/features/users/token-store.ts -> kysely',
  'mock-server/features/users/service.ts -> mock-server/packages-worker/kinds/read-package.ts',
  'mock-server/platform/database/locks.ts -> mock-server/platform/database/unguarded.ts',
  'test/reviews/a.ts -> mock-server/app.ts',
];

/** Two files: the one that imports, with nothing else in it, and the one that is imported. */
function planted(line: string, write = (specifier: string) => `import { x } from '${specifier}';`): Sources {
  const [from = '', to = ''] = line.split(' -> ');
  const ours = to.includes('.ts');
  const specifier = ours ? '../'.repeat(from.split('/').length - 1).replace(/^$/, './') + to : to;
  return new Map([
    [to, ''],
    [from, write(specifier)],
  ]);
}

describe('imports', () => {
  it('follow the table of rules', () => {
    expect(importViolations(sources)).toEqual([]);
  });

  it('are looked at in every tree', () => {
    for (const tree of ['contract/', 'mock-server/', 'src/', 'test/']) {
      expect([...sources.keys()].some((path) => path.startsWith(tree) && path.endsWith('.ts'))).toBe(true);
    }
  });
});

describe('the check of imports', () => {
  it.each(forbidden)('refuses %s', (line) => {
    expect(importViolations(planted(line))).toHaveLength(1);
  });

  it.each(allowed)('takes %s', (line) => {
    expect(importViolations(planted(line))).toEqual([]);
  });

  it('has a planted violation for every rule of the table', () => {
    const proven = new Set(forbidden.map((line) => ruleFor(line.split(' -> ')[0] ?? '')));
    expect(importRules.filter((rule) => !proven.has(rule))).toEqual([]);
  });

  it.each([
    ['a type', (to: string) => `import type { X } from '${to}';`],
    ['a type in place', (to: string) => `let x: import('${to}').X;`],
    ['a dynamic import', (to: string) => `const x = import('${to}');`],
    ['an import for its effect', (to: string) => `import '${to}';`],
    ['a worker', (to: string) => `new Worker(new URL('${to}', import.meta.url));`],
    ['an import with a query', (to: string) => `import x from '${to}?worker';`],
  ])('sees %s', (_name, write) => {
    expect(importViolations(planted('src/data/a.ts -> src/ui/b.ts', write))).toHaveLength(1);
  });

  it('takes types from where values may not come from, when the rule says so', () => {
    const line = 'mock-server/platform/http/a.ts -> mock-server/config.ts';
    expect(importViolations(planted(line, (to) => `import type { X } from '${to}';`))).toEqual([]);
    expect(importViolations(planted(line, (to) => `import { type X, y } from '${to}';`))).toHaveLength(1);
  });

  it('refuses a file that passes on what another declares', () => {
    const files = new Map([
      ['src/ui/index.ts', `export { x } from './x.ts';`],
      ['src/ui/x.ts', 'export const x = 1;'],
    ]);
    expect(importViolations(files)).toEqual([expect.stringContaining('src/ui/index.ts exports')]);
  });

  it('refuses a cycle, of types too', () => {
    const files = new Map([
      ['src/ui/a.ts', `import './b.ts';`],
      ['src/ui/b.ts', `import './c.ts';`],
      ['src/ui/c.ts', `import type { A } from './a.ts';`],
    ]);
    expect(importViolations(files)).toEqual([
      'cycle: src/ui/a.ts -> src/ui/b.ts -> src/ui/c.ts -> src/ui/a.ts',
    ]);
  });

  it('refuses a path that leads nowhere, and a file outside of the known places', () => {
    expect(importViolations(new Map([['src/ui/a.ts', `import './b';`]]))).toHaveLength(1);
    expect(importViolations(new Map([['elsewhere/a.ts', `import 'react';`]]))).toHaveLength(1);
  });

  it('stops at a file that it can not read', () => {
    expect(() => importViolations(new Map([['src/ui/a.ts', 'import {']]))).toThrow('src/ui/a.ts');
  });
});
