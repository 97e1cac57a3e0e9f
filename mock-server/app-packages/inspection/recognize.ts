import type { Place, Service } from '../../../contract/common/inspection-report.ts';
import type { Findings } from './findings.ts';
import { type KnownService, knownServices } from './services.ts';

const sections = {
  ads: 'Ad Networks',
  cloud: 'Cloud Storage Services',
  analytics: 'Trackers',
  attribution: 'Trackers',
  crashes: 'Trackers',
  messages: 'Trackers',
} as const satisfies Record<Service['kind'], string>;

const index = (names: (service: KnownService) => readonly string[]): ReadonlyMap<string, KnownService> =>
  new Map(knownServices.flatMap((service) => names(service).map((name) => [name, service] as const)));

const byClass = index(({ classes }) => classes);
const byFramework = index(({ frameworks }) => frameworks);
const byHost = index(({ hosts }) => hosts);
/** Number of parts of the longest class prefix above. */
const maxPrefixLength = Math.max(...[...byClass.keys()].map((prefix) => prefix.split('.').length));

const note = (
  findings: Findings,
  known: KnownService,
  found: Pick<Service, 'matched' | 'seen' | 'place'>,
) => {
  const { name, kind } = known;
  findings.add(sections[kind], `${name} ${found.seen} ${found.matched}`, { name, kind, ...found });
};

/** Notes whose code a class is. `className` as sources write it. */
export function recognizeClass(findings: Findings, className: string, place: Place): void {
  const parts = className.split('.');
  for (let count = Math.min(maxPrefixLength, parts.length - 1); count > 0; count--) {
    const matched = parts.slice(0, count).join('.');
    const known = byClass.get(matched);
    if (known !== undefined) {
      note(findings, known, { matched, seen: 'code', place });
      return;
    }
  }
}

export function recognizeFramework(findings: Findings, framework: string, place: Place): void {
  const known = byFramework.get(framework);
  if (known !== undefined) note(findings, known, { matched: framework, seen: 'framework', place });
}

export function recognizeHost(findings: Findings, host: string, place: Place): void {
  const parts = host.split('.');
  for (let first = 0; first < parts.length - 1; first++) {
    const matched = parts.slice(first).join('.');
    const known = byHost.get(matched);
    if (known !== undefined) {
      note(findings, known, { matched, seen: 'address', place });
      return;
    }
  }
}
