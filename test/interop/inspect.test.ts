import { expect, test } from 'vitest';
import { inspectPackage } from '../../mock-server/app-packages/inspection/inspect-package.ts';
import { toolFacts } from '../fixtures/inspected/files.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { askFacts, askLoadedTexts } from './inspection-facts.ts';

const someMinutes = 5 * 60_000;
const address = /^(https?|wss?|ftps?|mqtts?):\/\/[^\s"'<>\\]+/i;

test.each(Object.entries(androidPackages))(
  'aapt and dexdump say of %s what is written down of them',
  { timeout: someMinutes },
  async (name, path) => {
    expect(await askFacts(path)).toEqual(toolFacts[name]);
  },
);

test.each(Object.entries(androidPackages))(
  'code of %s loads the addresses that dexdump disassembles',
  { timeout: someMinutes },
  async (_name, path) => {
    const { Constants } = await inspectPackage(path);
    const ours = Constants.URLs.filter(({ place }) => place.class !== null).map(({ url }) => url);
    const loaded = await askLoadedTexts(path);
    const theirs = [...loaded].flatMap((text) => address.exec(text)?.[0] ?? []);
    expect(ours.toSorted()).toEqual([...new Set(theirs)].toSorted());
  },
);
