import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take far longer than their size tells. What begins last should be short, or one core waits for it in the end. */
const long =
  /(browser\/(screens|storm|storage|releases|install|install-queue)\.browser|data\/(broken-storage|histories|sync)|roles\/(matrix|identifiers|affiliated|tokens)|cluster\/(cluster|killed|clocks|database-gone)\.service|fuzz\/fuzz|signing\/kill\.service|jobs\/stopping\.service|validated-fields\.service|catalog\/sync-histories\.service)\.test/;

/** Within each project the long files first, also where no earlier run has noted how long they take. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
