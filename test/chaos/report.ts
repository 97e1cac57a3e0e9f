import type { ChaosOptions, Report } from './chaos.ts';

/** How many sentences of one kind are written out. */
const max = 20;

/** Whether everything that was promised was kept, and everything that was planned was done. */
export const held = (report: Report, { writes, kills }: ChaosOptions): boolean =>
  violations(report).every(({ sentences }) => sentences.length === 0) &&
  report.acknowledged >= writes &&
  report.serviceKills >= kills &&
  report.browserKills >= kills;

const violations = ({ lost, doubled, disordered, apart, troubles }: Report) => [
  { name: 'lost', sentences: lost },
  { name: 'doubled', sentences: doubled },
  { name: 'out of order', sentences: disordered },
  { name: 'shown differently after the run', sentences: apart },
  { name: 'failed in a living page', sentences: troubles },
];

/** The report as lines of text. */
export function reportText(report: Report, { seed }: ChaosOptions): string {
  const requests = [...report.weather].toSorted(([, a], [, b]) => b - a);
  const all = requests.reduce((sum, [, count]) => sum + count, 0);
  const fair = report.weather.get('fair') ?? 0;
  const kinds = [...report.kinds].toSorted(([, a], [, b]) => b - a);
  return [
    `CHAOS_SEED=${seed}`,
    `${report.acknowledged} writes acknowledged of ${report.asked} asked for, ${report.taps} of them on the catalog's screens`,
    `of each kind: ${kinds.map(([name, count]) => `${name} ${count}`).join(', ')}`,
    `${report.changes} devices went from one person to another`,
    `${report.serviceKills} kills of the service, ${report.browserKills} of browsers`,
    `${all} requests, ${all - fair} of them disturbed: ${requests.map(([name, count]) => `${name} ${count}`).join(', ')}`,
    ...violations(report).flatMap(({ name, sentences }) => [
      `${name}: ${sentences.length}`,
      ...sentences.slice(0, max).map((sentence) => `  ${sentence}`),
    ]),
  ].join('\n');
}
