import { reportLimits } from '../../../contract/support.ts';
import { gatherFacts } from '../../data/device/browser-facts.ts';
import { describeDevice } from '../../data/device/device.ts';

/** Letters and digits that nobody mistakes for others when they are read out. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A reference for a report, which the person can name before the report is sent. */
export const createReference = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => alphabet[byte % alphabet.length]).join('');

/** The version of the catalog, as its build named it. */
const catalogVersion = String(import.meta.env.VITE_CATALOG_VERSION ?? import.meta.env.MODE);

/** What this device tells support about itself. */
export async function collectFacts() {
  const { operating_system_name, operating_system_version, name } = describeDevice(await gatherFacts());
  const system = [operating_system_name, operating_system_version, `(${name})`];
  return {
    system: system
      .filter((part) => part !== undefined)
      .join(' ')
      .slice(0, reportLimits.short),
    browser: navigator.userAgent.slice(0, reportLimits.agent),
    catalog_version: catalogVersion.slice(0, reportLimits.short),
  };
}
