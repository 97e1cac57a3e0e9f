import type { Edit } from './page/rig-page.ts';
import type { Random } from './random.ts';
import type { Subject } from './world.ts';

const comment = 'Written in a storm.';

/** What somebody may do next with an application. `mark` is a text that nobody wrote before. */
export function nextEdit(
  random: Random,
  { id: application, versions }: Subject,
  mark: string,
  hasOpinion: boolean,
): Edit {
  const like = random.happens(0.5) ? 1 : 0;
  const opinion = hasOpinion && random.happens(0.6) ? {} : ({ like } as const);
  const version = random.pick(versions);
  const choices: [likelihood: number, edit: Edit][] = [
    [0.38, { kind: 'review', change: { application, like } }],
    [0.2, { kind: 'review', change: { application, ...opinion, title: mark, comment } }],
    [0.05, { kind: 'review', change: { application, ...opinion, comment: null } }],
    [0.07, { kind: 'rating', rating: { application, like, title: mark, comment } }],
    [0.12, { kind: 'installed', application, version }],
    [0.08, { kind: 'asked', application, version }],
    [0.1, { kind: 'removed', application }],
  ];
  let chance = random.next();
  for (const [likelihood, edit] of choices) {
    chance -= likelihood;
    if (chance < 0) return edit;
  }
  return { kind: 'review', change: { application, like } };
}

/** Everything that is installed, as an earlier release of the catalog kept it. */
export const wholeInventory = (random: Random, applications: readonly Subject[]): Edit => ({
  kind: 'inventory',
  applications: applications
    .filter(() => random.happens(0.5))
    .map(({ id, versions }) => ({ id, version_id: random.pick(versions).id })),
});
