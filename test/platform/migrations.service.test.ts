import { expect, test } from 'vitest';
import { up as packageVersions } from '../../mock-server/migrations/0007-package-versions.ts';
import { unguarded } from '../../mock-server/platform/database/unguarded.ts';
import { publishAndroid, publishIos, publishWeb } from '../setup/publishing.ts';
import { startService } from '../setup/service.ts';

test('versions published before their package’s own number was kept get it from their file', async () => {
  const service = await startService();
  try {
    await publishAndroid(service, 'org.example.old', { version_num: 'Old' });
    await publishIos(service, 'org.example.older', { version_num: 'Older' });
    await publishWeb(service, 'Page');
    const db = unguarded(service.platform.database.db);
    const numbers = async () =>
      (await db.selectFrom('versions').select('package_version').orderBy('id').execute()).map(
        (row) => row.package_version,
      );
    expect(await numbers()).toEqual(['1.0', '1.0', null]);
    await db.schema.alterTable('versions').dropColumn('package_version').execute();
    await packageVersions(db);
    expect(await numbers()).toEqual(['1.0', '1.0', null]);
  } finally {
    await service.stop();
  }
});
