import { compareVersions } from '../version-numbers.ts';

/** A publicly known flaw of a library. */
interface Flaw {
  id: string;
  /** The first version that has it; null: all before `fixedIn`. */
  since: string | null;
  fixedIn: string;
}

const flaw = (id: string, fixedIn: string, since: string | null = null): Flaw => ({ id, since, fixedIn });

/**
 * Our own small table of flaws of libraries that apps often carry. Each range was compared with the CVE record or with the maker's or
 * GitHub's advisory; `source` is its entry in the National Vulnerability Database. Names are as `bundled-versions.ts` reads them. A
 * library that is not listed was not judged.
 */
const flaws: Readonly<Record<string, readonly Flaw[]>> = {
  'com.squareup.okhttp3:okhttp': [flaw('CVE-2021-0341', '4.9.2')],
  'com.squareup.okio:okio': [flaw('CVE-2023-3635', '1.17.6'), flaw('CVE-2023-3635', '3.4.0', '2.0.0')],
  'com.google.code.gson:gson': [flaw('CVE-2022-25647', '2.8.9')],
  'com.google.guava:guava': [flaw('CVE-2023-2976', '32.0.0')],
  'com.google.protobuf:protobuf-java': [
    flaw('CVE-2024-7254', '3.25.5'),
    flaw('CVE-2024-7254', '4.27.5', '4.0.0'),
    flaw('CVE-2024-7254', '4.28.2', '4.28.0'),
  ],
  'com.google.protobuf:protobuf-javalite': [
    flaw('CVE-2024-7254', '3.25.5'),
    flaw('CVE-2024-7254', '4.27.5', '4.0.0'),
    flaw('CVE-2024-7254', '4.28.2', '4.28.0'),
  ],
  'com.fasterxml.jackson.core:jackson-databind': [
    flaw('CVE-2020-36518', '2.12.6.1'),
    flaw('CVE-2020-36518', '2.13.2.1', '2.13.0'),
  ],
  'commons-io:commons-io': [flaw('CVE-2021-29425', '2.7'), flaw('CVE-2024-47554', '2.14.0', '2.0')],
  'org.apache.commons:commons-compress': [flaw('CVE-2024-25710', '1.26.0', '1.3')],
  'commons-collections:commons-collections': [flaw('CVE-2015-6420', '3.2.2')],
  'org.apache.logging.log4j:log4j-core': [
    flaw('CVE-2021-44228', '2.3.1', '2.0'),
    flaw('CVE-2021-44228', '2.12.2', '2.4'),
    flaw('CVE-2021-44228', '2.15.0', '2.13.0'),
  ],
  'org.jsoup:jsoup': [flaw('CVE-2021-37714', '1.14.2'), flaw('CVE-2022-36033', '1.15.3')],
  'org.json:json': [flaw('CVE-2022-45688', '20230227'), flaw('CVE-2023-5072', '20231013')],
  'cordova-android': [
    flaw('CVE-2014-3500', '3.5.1'),
    flaw('CVE-2015-1835', '3.7.2'),
    flaw('CVE-2015-1835', '4.0.2', '4.0.0'),
  ],
  AFNetworking: [flaw('CVE-2015-3996', '2.5.3')],
  OpenSSL: [
    flaw('CVE-2014-0160', '1.0.1g', '1.0.1'),
    flaw('CVE-2022-0778', '1.0.2zd', '1.0.2'),
    flaw('CVE-2022-0778', '1.1.1n', '1.1.1'),
    flaw('CVE-2022-0778', '3.0.2', '3.0.0'),
    flaw('CVE-2022-3602', '3.0.7', '3.0.0'),
  ],
};

/** The known flaws of a library in a version. */
export function vulnerabilitiesOf(library: string, version: string) {
  const known = flaws[library] ?? [];
  return known
    .filter(
      ({ since, fixedIn }) => isBefore(version, fixedIn) && (since === null || !isBefore(version, since)),
    )
    .filter((found, index, all) => all.findIndex(({ id }) => id === found.id) === index)
    .map(({ id, fixedIn }) => ({
      id,
      fixed_in: fixedIn,
      source: `https://nvd.nist.gov/vuln/detail/${id}`,
    }));
}

const isBefore = (version: string, other: string): boolean =>
  compareVersions(comparable(version), comparable(other)) === -1;

/** OpenSSL counts fixes by letters after the numbers: `1.0.2` … `1.0.2z`, `1.0.2za`. They become a further number. */
function comparable(version: string): string {
  const [, numbers, letters] = /^(\d+(?:\.\d+)*)(z?[a-z])$/.exec(version) ?? [];
  if (numbers === undefined || letters === undefined) return version;
  const count = [...letters].reduce((sum, letter) => sum + letter.charCodeAt(0) - 0x60, 0);
  return `${numbers}.${count}`;
}
