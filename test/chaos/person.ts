import type { Edit } from './page/rig-page.ts';
import type { Random } from './random.ts';
import type { Subject } from './subjects.ts';

const comment = 'Written in a chaos run.';

/** What somebody may do next with a subject. `mark` is a text that nobody wrote before. */
export function nextEdit(random: Random, subject: Subject, mark: string, hasRating: boolean): Edit {
  const { id: application, versions, terms, address, message } = subject;
  const like = random.happens(0.5) ? 1 : 0;
  const rating = hasRating && random.happens(0.6) ? {} : ({ like } as const);
  const version = random.pick(versions);
  const accepted = random.happens(0.5);
  const choices: [likelihood: number, edit: Edit][] = [
    [0.3, { kind: 'review', change: { application, like } }],
    [0.21, { kind: 'review', change: { application, ...rating, title: mark, comment } }],
    [0.04, { kind: 'review', change: { application, ...rating, comment: null } }],
    [0.09, { kind: 'installed', application, version }],
    [0.06, { kind: 'asked', application, version }],
    [0.08, { kind: 'removed', application }],
    [0.07, { kind: 'terms', answer: { terms, application, accepted } }],
    [0.05, { kind: 'read', reading: { messages: [message] } }],
    [0.1, { kind: 'opened', application: address }],
  ];
  let chance = random.next();
  for (const [likelihood, edit] of choices) {
    chance -= likelihood;
    if (chance < 0) return edit;
  }
  return { kind: 'review', change: { application, like } };
}
