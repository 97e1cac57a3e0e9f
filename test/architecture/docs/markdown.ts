/** A section of a Markdown page: a heading, and what follows up to the next heading of any level. */
export interface Section {
  /** As it is read: without the marks for code. */
  title: string;
  /** What links to it end in. */
  anchor: string;
  text: string;
}

/** The sections of a page, in order. */
export const sectionsOf = (page: string): Section[] =>
  page
    .split(/^#{1,6} /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const title = heading.replaceAll('`', '').trim();
      return { title, anchor: anchorOf(title), text: lines.join('\n') };
    });

/** As GitHub makes it of a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
