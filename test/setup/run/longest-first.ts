import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take far longer than their size suggests, because they compute. The last files to begin should be short,
 * otherwise one core waits for them at the end.
 */
const computing =
  /(browser\/(screens|storm|storage|releases|install|install-queue)\.browser|data\/(broken-storage|histories|sync)|roles\/(matrix|identifiers|affiliated|tokens)|cluster\/(cluster|killed|clocks|database-gone)\.service|fuzz\/fuzz|signing\/kill\.service|uploads\/hostile-files\.service|validated-fields\.service)\.test/;

/** Files that mostly wait: for silent connections, for delayed work, for processes. */
const waiting =
  /(catalog\/(sync-histories|silent-readers)|database\/(silent-database|unusable-database|postgres-line|killed-migration|newer-schema)|jobs\/stopping|audit\/keys|platform\/key-rotation|notifications\/stopping|signing\/unwanted|uploads\/(silent-bucket|bucket-failures|resumable-failures))\.service\.test/;

/**
 * Sorts the files of each project: long ones first, even when no earlier run has noted how long they take. Files that
 * wait begin between files that compute: next to each other they would leave cores idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => inOrder(sorted.filter((file) => file.project === project)));
  }
}

/** The number of other files before each file that waits: more than the workers on a machine with two cores. */
const between = 4;

function inOrder(files: TestSpecification[]): TestSpecification[] {
  const isOf =
    (pattern: RegExp) =>
    ({ moduleId }: TestSpecification): boolean =>
      pattern.test(moduleId);
  const waits = files.filter(isOf(waiting));
  const others = files.filter((file) => !waits.includes(file));
  const ordered = [...others.filter(isOf(computing)), ...others.filter((file) => !isOf(computing)(file))];
  return waits
    .flatMap((file, at) => [...ordered.slice(at * between, (at + 1) * between), file])
    .concat(ordered.slice(waits.length * between));
}
