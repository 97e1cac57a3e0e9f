import { rolledBackMeta } from '../../data/trial-report.ts';

/**
 * A page with the script that watches whether it is drawn. The script is at the end, so that it can't disturb the page.
 */
export const addTrialScript = (page: Response, script: string, release: string): Promise<Response> =>
  insertBeforeHeadEnd(page, `<script src="${script}" data-release="${release}"></script>`);

/** A page of the earlier release, which says that a newer one was taken back. */
export const addRollbackMark = (page: Response, refused: string): Promise<Response> =>
  insertBeforeHeadEnd(page, `<meta name="${rolledBackMeta}" content="${refused}">`);

async function insertBeforeHeadEnd(page: Response, end: string): Promise<Response> {
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response(`${await page.text()}${end}`, { headers });
}
