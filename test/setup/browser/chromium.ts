import { existsSync } from 'node:fs';
import { timeouts } from '../run/timeouts.ts';
import { type Chromium, launchChromium } from './launch-chromium.ts';
import { packedChromium } from './packed-chromium.ts';

/** The variable that names the browser to use, so that none is searched for: a path, or `packed`. */
const wished = 'CHROMIUM';
/** The variable that passes the chosen browser to the processes of a test run. */
const chosen = 'TEST_CHROMIUM';

/**
 * Where systems install Chromium. A full browser is preferred, because it has what the packed one lacks, such as push.
 */
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium that can draw a page on this machine, chosen once for a whole run. Error: when there is none. */
export async function findChromium(): Promise<Chromium> {
  const known = process.env[chosen];
  if (known !== undefined) return JSON.parse(known);
  const failures: string[] = [];
  for await (const candidate of candidates()) {
    const failure = await failureOf(candidate);
    if (failure === null) {
      process.env[chosen] = JSON.stringify(candidate);
      return candidate;
    }
    failures.push(`${candidate.executablePath}: ${failure}`);
  }
  const instead = `Install a Chromium or Chrome, or name one by ${wished}=/path/to/chromium.`;
  throw new Error(['The browser tests found no browser that draws a page.', ...failures, instead].join('\n'));
}

async function* candidates(): AsyncGenerator<Chromium> {
  const own = process.env[wished];
  const isPacked = own === 'packed';
  const paths = own === undefined ? installed.filter((path) => existsSync(path)) : isPacked ? [] : [own];
  for (const executablePath of paths) yield { executablePath, environment: {} };
  if ((own === undefined || isPacked) && process.platform === 'linux' && process.arch === 'x64') {
    yield* await packedChromium();
  }
}

/**
 * Why a browser can't be used; null when it can. That it starts proves nothing: a browser without fonts only dies when
 * it draws a letter.
 */
async function failureOf(candidate: Chromium): Promise<string | null> {
  try {
    const browser = await launchChromium(candidate);
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(timeouts.step);
      await page.setContent(
        '<p>Plain, <b>bold</b>, <i>italic</i>, <code>code</code></p><button>Button</button>',
      );
      await page.screenshot();
      return null;
    } finally {
      await browser.close();
    }
  } catch (fault) {
    const reported = String(fault);
    return /error while loading .*|FATAL.*/.exec(reported)?.[0] ?? reported.split('\n', 1)[0] ?? '';
  }
}
