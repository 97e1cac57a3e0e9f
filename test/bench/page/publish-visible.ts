import { randomBytes } from 'node:crypto';
import { listCatalog } from '../../../contract/catalog.ts';
import type { TestService } from '../../setup/service.ts';
import { fillCatalog } from '../../setup/world/full-catalog.ts';
import { apk, publish } from '../../setup/world/publishing.ts';
import type { Measurement, Row } from '../measurement.ts';
import { startPages } from './page-service.ts';

const sizes = [300, 10_000];
const packageSize = 3_000_000;
const runs = 7;
/** Most milliseconds from the beginning of the upload until a person's list shows the application. */
const limit = 100;

/** Publishing a package of 3 MB until the list of a signed-in person has it, beside few and many applications. */
export const publishVisible: Measurement = {
  name: 'publish-visible',
  async run() {
    const rows: Row[] = [];
    for (const size of sizes) rows.push(await measure(size));
    return rows;
  },
};

async function measure(applications: number): Promise<Row> {
  const service = await startPages();
  try {
    const group = await fillCatalog(service, applications);
    const person = await service.signIn(await service.makeUser({ groups: [group] }));
    const times: number[] = [];
    // The first runs compile the code that the later ones measure.
    for (let run = -2; run < runs; run++) {
      const time = await untilVisible(service, person, group, `org.example.bench${run + 2}`);
      if (run >= 0) times.push(time);
    }
    return {
      work: `publish a 3 MB APK until a person sees it, beside ${applications} applications (median of ${runs})`,
      ours: times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN,
      unit: 'ms',
      against: { name: 'limit', value: limit },
      target: { atMost: 1 },
    };
  } finally {
    await service.stop();
  }
}

async function untilVisible(
  service: TestService,
  person: { token: string; udid: string },
  group: number,
  bundleId: string,
): Promise<number> {
  const content = { name: 'assets/content', data: randomBytes(packageSize), stored: true };
  const bytes = apk(bundleId, 1, { files: [content] });
  const newest = () => service.ok(listCatalog, { ...person, query: { sort: '-release_date' } });
  await newest();
  const begun = performance.now();
  const { id } = await publish(service, { groups: [group] }, { bytes, name: 'app.apk' });
  for (;;) {
    const { applications } = await newest();
    if (applications.some((entry) => entry.id === id)) return performance.now() - begun;
  }
}
